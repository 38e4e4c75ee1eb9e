// One order from its price to its translation, in seven steps: npm run demo
import { buildWhenNeeded } from '../build.ts';
import { heading, line } from './print.ts';

heading('An order from its price to its translation, against a sandbox of the service');
line('Nothing is really ordered. The code that you see is the code that runs.');
buildWhenNeeded();
// Imported here, since the package has to be built first.
const { tell } = await import('./story.ts');
await tell();
