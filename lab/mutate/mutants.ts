import type { Mutant } from './mutant.ts';
import { BASE } from './mutants/base.ts';
import { CLIENT } from './mutants/client.ts';
import { COMMAND } from './mutants/command.ts';
import { FOLLOWING } from './mutants/following.ts';
import { FORMATS } from './mutants/formats.ts';
import { JOBS } from './mutants/jobs.ts';
import { MONEY } from './mutants/money.ts';
import { ORDERING } from './mutants/ordering.ts';
import { SANDBOX } from './mutants/sandbox.ts';
import { SERVER } from './mutants/server.ts';

/** All that are kept, by wing. */
export const WINGS: Readonly<Record<string, readonly Mutant[]>> = {
  base: BASE,
  client: CLIENT,
  command: COMMAND,
  following: FOLLOWING,
  formats: FORMATS,
  jobs: JOBS,
  money: MONEY,
  ordering: ORDERING,
  sandbox: SANDBOX,
  server: SERVER,
};
