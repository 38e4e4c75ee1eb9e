import type { SimpleTranslation, TranslatedQuestionBody } from 'translation-requester';
import { requester } from './client.ts';
import { Comments, commentsIn } from './comments.tsx';
import { Loaded, useLoaded } from './loaded.tsx';
import { orders, showText } from './orders.ts';
import { Reject } from './reject.tsx';
import { day } from './words.ts';

/** The texts of an order, with their translations. It reads again when something has happened to the order. */
export function TextView({ id }: { readonly id: number }) {
  const { text, percent } = orders.value.get(id)?.status ?? {};
  const loaded = useLoaded(async () => {
    const question = await requester.simple.questions.get(id);
    showText(question);
    return question.question_bodies;
  }, `${id} ${text} ${percent}`);
  return (
    <Loaded from={loaded}>
      {(bodies) => bodies.map((body) => <Text key={body.id} text={body} onChange={loaded.again} />)}
    </Loaded>
  );
}

interface TextProps {
  readonly text: TranslatedQuestionBody;
  readonly onChange: () => Promise<void>;
}

function Text({ text: { body, translations }, onChange }: TextProps) {
  const all = translations ?? [];
  return (
    <article class="text">
      <blockquote>{body}</blockquote>
      {all.length === 0 && <p class="soft">Not translated yet.</p>}
      {all.map((translation) => (
        <Translation key={translation.id} translation={translation} onChange={onChange} />
      ))}
    </article>
  );
}

interface TranslationProps {
  readonly translation: SimpleTranslation;
  readonly onChange: () => Promise<void>;
}

function Translation({
  translation: { id, body, posted_at: at, comments_count: said },
  onChange,
}: TranslationProps) {
  return (
    <>
      <blockquote class="translation">
        {body}
        <footer>{day(at)}</footer>
      </blockquote>
      <Reject translationId={id} onChange={onChange} />
      <Comments
        of={id}
        label={said === 0 ? 'Comment…' : `Comments (${said})`}
        read={async () => commentsIn(await requester.simple.translations.comments.list(id))}
        write={(body) =>
          requester.request({
            method: 'POST',
            path: `/api/v1/simple/translations/${id}/comments/${id}`,
            json: { body },
          })
        }
      />
    </>
  );
}
