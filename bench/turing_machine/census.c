/* How many valid problems of Turing Machine there are: the plain C program that the census is measured against.

   The same search as numberhouse.games.turing_machine.problems.census_kernel.census_job, one thread, nothing but the standard
   library and two builtins of the compiler.

   census VERIFIERS < laws     where each line of `laws` is: card, low word, high word of one law's mask
   prints: problems, card sets, seconds of the search alone */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CARDS = 48, LAWS = 183, CODES = 125, MOST = 60000, DEEPEST = 6 };

typedef uint64_t word;
typedef struct { word low, high; } codes;
typedef struct { codes both, spare[DEEPEST]; } choice; /* laws chosen so far: see census_job */

static codes mask[LAWS];
static word holds[CODES][3];    /* the laws that hold for a code */
static int start[CARDS + 2];    /* the first law of each card */
static choice *level[DEEPEST];  /* the choices of laws that survive, by number of cards */
static int verifiers;
static long problems, sets;

static int size_of(codes set) { return __builtin_popcountll(set.low) + __builtin_popcountll(set.high); }
static int empty(codes set) { return (set.low | set.high) == 0; }
static codes within(codes set, codes m) { return (codes){set.low & m.low, set.high & m.high}; }
static codes without(codes set, codes m) { return (codes){set.low & ~m.low, set.high & ~m.high}; }

/* Adds the laws of a card to all choices of a depth; returns how many survive. */
static int extend(int depth, int size, int card)
{
    int grown = 0;
    for (int a = 0; a < size; a++) {
        const choice *old = &level[depth][a];
        for (int law = start[card]; law < start[card + 1]; law++) {
            choice *new = &level[depth + 1][grown];
            new->both = within(old->both, mask[law]);
            if (size_of(new->both) < verifiers - depth)
                continue;
            new->spare[depth] = without(old->both, mask[law]);
            if (empty(new->spare[depth]))
                continue;
            int i = 0;
            while (i < depth && !empty(new->spare[i] = within(old->spare[i], mask[law])))
                i++;
            if (i == depth)
                grown++;
        }
    }
    return grown;
}

static void add_some(word bits, int first, word some[3])
{
    for (; bits; bits &= bits - 1) {
        const word *law = holds[first + __builtin_ctzll(bits)];
        for (int k = 0; k < 3; k++)
            some[k] |= law[k];
    }
}

static void add_once(word bits, int first, word once[3], word more[3])
{
    for (; bits; bits &= bits - 1) {
        const word *law = holds[first + __builtin_ctzll(bits)];
        for (int k = 0; k < 3; k++) {
            more[k] |= once[k] & law[k];
            once[k] |= law[k];
        }
    }
}

/* All laws from `after` on that complete this choice to a valid problem, at once: they hold for exactly one code
   of `both` and for some code of every `spare`. */
static void finish(const choice *c, int depth, const word after[3], word laws[3])
{
    word good[3] = {0}, more[3] = {0};
    add_once(c->both.low, 0, good, more);
    add_once(c->both.high, 64, good, more);
    for (int k = 0; k < 3; k++)
        good[k] &= ~more[k] & after[k];
    for (int i = 0; i < depth; i++) {
        if ((good[0] | good[1] | good[2]) == 0)
            return;
        word some[3] = {0};
        add_some(c->spare[i].low, 0, some);
        add_some(c->spare[i].high, 64, some);
        for (int k = 0; k < 3; k++)
            good[k] &= some[k];
    }
    for (int k = 0; k < 3; k++) {
        laws[k] |= good[k];
        problems += __builtin_popcountll(good[k]);
    }
}

static void search(int depth, int size, int last)
{
    for (int card = last + 1; card <= CARDS - (verifiers - 1 - depth); card++) {
        int grown = extend(depth, size, card);
        if (grown == 0)
            continue;
        if (depth + 1 < verifiers - 1) {
            search(depth + 1, grown, card);
            continue;
        }
        word laws[3] = {0}, after[3];
        for (int k = 0; k < 3; k++) {
            int from = start[card + 1] - 64 * k;
            after[k] = from <= 0 ? ~(word)0 : from >= 64 ? 0 : ~(word)0 << from;
        }
        for (int a = 0; a < grown; a++)
            finish(&level[depth + 1][a], depth + 1, after, laws);
        if ((laws[0] | laws[1] | laws[2]) == 0)
            continue;
        for (int other = card + 1; other <= CARDS; other++)
            for (int law = start[other]; law < start[other + 1]; law++)
                if (laws[law / 64] >> law % 64 & 1) {
                    sets++;
                    break;
                }
    }
}

int main(int argc, char **argv)
{
    verifiers = argc == 2 ? atoi(argv[1]) : 0;
    if (verifiers < 4 || verifiers > 6) {
        fprintf(stderr, "usage: census 4|5|6 < laws\n");
        return 2;
    }
    int card, law = 0, at = 0;
    word low, high;
    while (law < LAWS && scanf("%d %" SCNu64 " %" SCNu64, &card, &low, &high) == 3) {
        while (at < card)
            start[++at] = law;
        mask[law] = (codes){low, high};
        for (int code = 0; code < CODES; code++)
            if ((code < 64 ? low >> code : high >> (code - 64)) & 1)
                holds[code][law / 64] |= (word)1 << law % 64;
        law++;
    }
    if (law != LAWS || at != CARDS) {
        fprintf(stderr, "census: expected %d laws on %d cards\n", LAWS, CARDS);
        return 2;
    }
    start[CARDS + 1] = LAWS;
    for (int depth = 0; depth < DEEPEST; depth++)
        if (!(level[depth] = malloc(sizeof(choice) * MOST)))
            return 1;
    level[0][0].both = (codes){~(word)0, ((word)1 << (CODES - 64)) - 1};

    struct timespec begun, ended;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    search(0, 1, 0);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    printf("%ld %ld %.6f\n", problems, sets,
           (double)(ended.tv_sec - begun.tv_sec) + (double)(ended.tv_nsec - begun.tv_nsec) / 1e9);
    return 0;
}
