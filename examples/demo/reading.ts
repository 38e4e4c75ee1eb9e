import type { Requester } from 'translation-requester';
import type { Ordered } from './orders.ts';
import { line } from './print.ts';

/** Reads listings to their end; the pages are fetched along the way. */
export async function readListings(requester: Requester): Promise<void> {
  for await (const question of requester.questions.list({ per_page: 2 })) {
    line(`Question ${question.id}  ${question.status_text.padEnd(10)} ${question.title}`);
  }
  for await (const event of requester.events.list({ order: 'id_asc' })) {
    line(`Event ${event.id}  ${event.type}`);
  }
}

/** Shows what came back: paragraph by paragraph, and as a file. */
export async function readTranslations(requester: Requester, { project, simple }: Ordered): Promise<void> {
  const handbook = project.questions.find(({ file_type }) => file_type === 'docx');
  if (handbook === undefined) throw new Error('The project has no document.');
  const revision = await requester.revisions.latest(handbook.id);
  for (const { original_text, translated_text } of revision.paragraphs) {
    line(`${original_text} → ${translated_text}`);
  }
  const { question_bodies: bodies = [] } = await requester.simple.questions.get(simple.id);
  for (const { body, translations } of bodies) line(`${body} → ${translations?.[0]?.body}`);
  const download = await requester.revisions.download(handbook.id, revision.revision_number);
  const { size } = await download.blob();
  line(`Downloaded revision ${revision.revision_number} of "${handbook.title}": ${size} bytes.`);
}

/** Says something to the translator, puts it better, and takes it back. */
export async function comment(requester: Requester, { project }: Ordered): Promise<void> {
  const question = project.questions[0];
  if (question === undefined) throw new Error('The project has no question.');
  const { id } = await requester.comments.create(question.id, { body: 'Is "Sie" right here?' });
  const { body } = await requester.comments.update(question.id, id, { body: 'Please say "du".' });
  line(`Comment ${id}: ${body}`);
  await requester.comments.delete(question.id, id);
  const { total_count } = await requester.comments.list(question.id);
  line(`Removed it; ${total_count} comments of the service itself are left.`);
}
