// The baseline for best play: the obvious search for the worst case of a classic problem, without bounds.
//
// Reads problems from standard input and prints, for each, "rounds questions nanoseconds". The argument is how
// many seconds a problem may take; one that takes longer gets "0 0 nanoseconds".
//
//     problems
//     verifiers worlds                      (then, for each world:)
//     code mask_low mask_high ... (a pair of words for each verifier: the codes that satisfy its law)
//
// A position is the set of worlds left. best(W) is the least (rounds, questions), compared in this order, that
// tells the codes of W apart in the worst case; positions are remembered in a hash table. A question is skipped
// only when it has one answer, a branch left only when it can't beat what has been found before.

#include <algorithm>
#include <array>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

namespace {

constexpr int WORLDS = 512;
constexpr int CODES = 125;
using Set = std::bitset<WORLDS>;
using Value = std::int64_t;  // rounds above 32 bits of questions

constexpr Value ROUND = Value(1) << 32;
constexpr Value NEVER = Value(1) << 62;

using Clock = std::chrono::steady_clock;
struct TooLong {};

struct Problem {
    int verifiers = 0;
    std::vector<int> codes;
    std::vector<std::array<Set, 6>> asks;  // by proposal: the worlds in which each verifier says yes
    std::unordered_map<Set, Value> known;
    Clock::time_point end;

    bool told(const Set& worlds) const {
        int code = -1;
        for (std::size_t w = worlds._Find_first(); w < WORLDS; w = worlds._Find_next(w)) {
            if (code >= 0 && codes[w] != code) return false;
            code = codes[w];
        }
        return true;
    }

    Value best(const Set& worlds) {
        auto found = known.find(worlds);
        if (found != known.end()) return found->second;
        if (Clock::now() > end) throw TooLong();
        Value least = NEVER;
        for (int p = 0; p < CODES; ++p)
            least = std::min(least, ROUND + round(worlds, p, 0, 0, least - ROUND));
        known.emplace(worlds, least);
        return least;
    }

    // What is at least `limit` need not be known exactly.
    Value round(const Set& worlds, int p, int asked, int questions, Value limit) {
        if (told(worlds)) return 0;
        Value least = limit;
        for (int v = 0; questions < 3 && v < verifiers; ++v) {
            if (asked >> v & 1) continue;
            Set yes = worlds & asks[p][v], no = worlds & ~asks[p][v];
            if (yes.none() || no.none()) continue;
            Value worse = 1 + round(yes, p, asked | 1 << v, questions + 1, least - 1);
            if (worse >= least) continue;
            least = std::min(least, std::max(worse, 1 + round(no, p, asked | 1 << v, questions + 1, least - 1)));
        }
        if (questions > 0 && least > ROUND) least = std::min(least, best(worlds));
        return least;
    }
};

}  // namespace

int main(int count, char** arguments) {
    const double seconds = count > 1 ? std::atof(arguments[1]) : 1e9;
    int problems = 0;
    if (std::scanf("%d", &problems) != 1) return 1;
    while (problems-- > 0) {
        Problem problem;
        int worlds = 0;
        if (std::scanf("%d %d", &problem.verifiers, &worlds) != 2 || worlds > WORLDS) return 1;
        std::vector<std::array<std::uint64_t, 12>> laws(worlds);
        problem.codes.resize(worlds);
        for (int w = 0; w < worlds; ++w) {
            if (std::scanf("%d", &problem.codes[w]) != 1) return 1;
            for (int word = 0; word < 2 * problem.verifiers; ++word) {
                unsigned long long read = 0;
                if (std::scanf("%llu", &read) != 1) return 1;
                laws[w][word] = read;
            }
        }
        auto began = Clock::now();
        problem.end = began + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
        problem.asks.resize(CODES);
        Set all;
        for (int w = 0; w < worlds; ++w) {
            all.set(w);
            for (int p = 0; p < CODES; ++p)
                for (int v = 0; v < problem.verifiers; ++v)
                    if (laws[w][2 * v + p / 64] >> (p % 64) & 1) problem.asks[p][v].set(w);
        }
        Value value = 0;
        try {
            value = problem.told(all) ? ROUND : problem.best(all);
        } catch (TooLong) {
        }
        auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - began);
        std::printf("%lld %lld %lld\n", (long long)(value / ROUND), (long long)(value % ROUND), (long long)took.count());
        std::fflush(stdout);
    }
    return 0;
}
