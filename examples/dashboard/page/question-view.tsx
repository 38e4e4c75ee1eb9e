import type { Comment, Paragraph, QuestionDetail } from 'translation-requester';
import { Alert, useAction } from './action.tsx';
import { requester } from './client.ts';
import { Comments } from './comments.tsx';
import { Loaded, useLoaded } from './loaded.tsx';
import { orders } from './orders.ts';
import { day, points, questionStatus } from './words.ts';

const MOST_COMMENTS = 200;

/** A question of a project, such as a file, with its newest translation. */
export function QuestionView({ id }: { readonly id: number }) {
  const loaded = useLoaded(
    async () => {
      const question = await requester.questions.get(id);
      const { revision_number: number } = question.translation;
      return {
        question,
        paragraphs: number === 0 ? [] : (await requester.revisions.get(id, number)).paragraphs,
      };
    },
    `${id} ${orders.value.get(id)?.status.text}`,
  );
  return (
    <>
      <Loaded from={loaded}>{(value) => <Result {...value} />}</Loaded>
      <Comments
        of={id}
        label="Comments"
        isOpen
        read={async () =>
          (await requester.comments.list(id).toArray({ max: MOST_COMMENTS })).filter(isWritten).map(said)
        }
        write={(body) => requester.comments.create(id, { body })}
      />
    </>
  );
}

/** Comments of other types are notes of the service, without a text. */
function isWritten({ body }: Comment): boolean {
  return body !== '';
}

function said({ id, body, created_at: at, user }: Comment) {
  return { id, body, at, by: user?.login ?? '' };
}

interface Props {
  readonly question: QuestionDetail;
  readonly paragraphs: readonly Paragraph[];
}

function Result({ question, paragraphs }: Props) {
  const { text, tone } = questionStatus(question);
  return (
    <>
      <p class="facts">
        <span class={`badge ${tone}`}>{text}</span>{' '}
        {question.language?.localized_name ?? question.language_id} →{' '}
        {question.translated_language?.localized_name ?? question.translated_language_id} ·{' '}
        {points(question.total_point)} · {day(question.created_at)}
      </p>
      {paragraphs.length === 0 && <p class="soft">Not translated yet.</p>}
      {paragraphs.map((paragraph) => (
        <article key={paragraph.id} class="text">
          <blockquote>{paragraph.original_text}</blockquote>
          <blockquote class="translation">{paragraph.translated_text}</blockquote>
        </article>
      ))}
      {paragraphs.length > 0 && <Download question={question} />}
    </>
  );
}

function Download({ question: { id, title, translation } }: { readonly question: QuestionDetail }) {
  const { isBusy, message, run } = useAction();
  const save = () =>
    run(async () => {
      const answer = await requester.revisions.download(id, translation.revision_number);
      const address = URL.createObjectURL(await answer.blob());
      Object.assign(document.createElement('a'), { href: address, download: title }).click();
      URL.revokeObjectURL(address);
    });
  return (
    <>
      <Alert message={message} />
      <button type="button" aria-disabled={isBusy} onClick={() => void save()}>
        Download
      </button>
    </>
  );
}
