// Milliseconds for importing the named modules into a fresh process.
import { report } from '../processes.ts';

const modules = process.argv.slice(2);
const started = performance.now();
for (const module of modules) await import(module);
report(performance.now() - started);
