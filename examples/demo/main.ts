// Orders, follows and reads translations of a service that runs in this process: npm run demo
import { Requester } from 'translation-requester';
import { createSandbox } from 'translation-requester/sandbox';
import { writeHandbook } from './document.ts';
import { loseAnAnswer, makeMistakes } from './mistakes.ts';
import { askForQuote, changeOfMind, placeOrders, uploadFile } from './orders.ts';
import { heading, line, points } from './print.ts';
import { comment, readListings, readTranslations } from './reading.ts';
import { signIn } from './sign-in.ts';
import { summarize } from './summary.ts';
import { waitForOrders } from './translators.ts';

const sandbox = createSandbox();
const server = await sandbox.listen();
try {
  heading('A Translation Requester service on this machine');
  line(`It listens at ${server.url} until the demo ends. Nothing is real.`);

  heading('Signing in');
  const accessToken = await signIn(server.url, sandbox.application);
  line(`The service issued an access token of ${accessToken.length} characters.`);
  const requester = new Requester({ baseUrl: server.url, accessToken });
  const { login, default_organization: organization } = await requester.account.get();
  line(`${login} can spend ${points(organization.available_point)} of ${organization.name}.`);

  heading('Ordering');
  await askForQuote(requester);
  const file = await uploadFile(requester, await writeHandbook());
  const ordered = await placeOrders(requester, file);

  heading('Waiting');
  await waitForOrders(requester, sandbox, ordered);

  heading('Reading');
  await readTranslations(requester, ordered);
  await readListings(requester);

  heading('Commenting');
  await comment(requester, ordered);

  heading('Changing one’s mind');
  const cancelled = await changeOfMind(requester);

  heading('When something is wrong');
  await makeMistakes(requester);
  const newsletter = await loseAnAnswer(requester, sandbox);

  heading('What was ordered');
  const projects = [ordered.project.id, cancelled.project.id, newsletter];
  const simpleQuestions = [ordered.simple.id, cancelled.simple.id];
  await summarize(requester, { projects, simpleQuestions }, organization.available_point);
} finally {
  await server.close();
}
