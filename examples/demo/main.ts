// One order from its price to its translation, in seven steps: npm run demo
import { heading, line } from './print.ts';
import { tell } from './story.ts';

heading('An order from its price to its translation, against a sandbox of the service');
line('Nothing is really ordered. The code that you see is the code that runs.');
await tell();
