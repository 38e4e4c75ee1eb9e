// Loaded before a worker: its clock is wrong from the start (CLOCK_AHEAD), and jumps after a while (CLOCK_JUMP), in milliseconds.
const JUMPS_AFTER = 4_000;

const { CLOCK_AHEAD = '0', CLOCK_JUMP = '0' } = process.env;
const RealDate = Date;
let ahead = Number(CLOCK_AHEAD);
setTimeout(() => {
  ahead += Number(CLOCK_JUMP);
}, JUMPS_AFTER).unref();

function now(): number {
  return RealDate.now() + ahead;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

export {};
