/** Written from coach/facts.py by web/write_facts.py. */
export const SIDE = 14;
export const COLUMNS = "ABCDEFGHIJKLMN";
export const LAYOUT = "3.....33.....3.2../..../..2...2..-..-..2.....2..+x..2..../..2.x+.2../...-........-..3..x+.##.x+..33..+x.##.+x..3..-........-.../..2.+x.2../....2..x+..2.....2..-..-..2...2../..../..2.3.....33.....3";
export const BLANK = -1;
export const RACK = 7;
export const VALUES: readonly number[] = [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,24,25,27,28,30,32,35,36,40,42,45,48,49,50,54,56,60,63,64,70,72,80,81,90];
export const COPIES: readonly number[] = [1,7,7,7,7,7,7,7,7,7,7,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1];
export const USUAL_IDLE_ROUNDS = 3;
