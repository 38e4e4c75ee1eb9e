/** The longest delay of a timer, in milliseconds. On some platforms, a longer one fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;
