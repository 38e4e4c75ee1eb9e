import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { cutText } from '../../base/texts.js';
import { type Body, type Order, type OrderComment, type OrderQuestion, runAction } from './api.js';
import { DocumentFacts } from './document.js';
import { formatMoment, formatNumber, formatSpan } from './format.js';
import { Button, Field, Form, type FormTexts, Key, Moment, Status, writtenIn } from './parts.js';
import { leaveOrder, opened } from './route.js';
import { isNarrow } from './screen.js';
import { makeHandler, order, runAndTell, select, selected, state } from './store.js';

/** How many texts of an order are shown at once. */
const TEXTS_SHOWN = 100;

/** Letters of a text that name a field. */
const FIELD_NAME = 60;

/** The selected order, with each text beside its translations. */
export function OrderDetail() {
  const shown = order.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpened = opened.value !== null && opened.value === shown?.id;
  useEffect(() => {
    if (!isOpened) return;
    opened.value = null;
    heading.current?.focus();
  }, [isOpened]);
  if (shown === null) return null;
  const name = `${shown.kind === 'project' ? 'Project' : 'Simple question'} ${shown.id}`;
  return (
    <section class="card detail" aria-labelledby="detail" tabIndex={-1} key={shown.id}>
      {isNarrow.value && (
        <Button class="quiet back" onClick={leaveOrder}>
          ← Orders
        </Button>
      )}
      <div class="card-head">
        <h2 id="detail" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <Status text={shown.statusText} />
      </div>
      <Facts shown={shown} />
      <Note text={shown.simple?.instructions ?? ''} />
      <ProgressPart shown={shown} name={name} />
      <OrderActions shown={shown} />
      {shown.questions.map((question) => (
        <QuestionPart
          key={question.id}
          question={question}
          source={shown.languageId}
          target={shown.translatedLanguageId}
        />
      ))}
      {shown.simple?.bodies.map((body) => (
        <BodyPart
          key={body.id}
          body={body}
          isOpen={shown.open && body.translations.length < (shown.simple?.translationsNeeded ?? 1)}
          source={shown.languageId}
          target={shown.translatedLanguageId}
        />
      ))}
      <Pages shown={shown} />
    </section>
  );
}

/** How much of the order is translated. */
function ProgressPart({ shown, name }: { readonly shown: Order; readonly name: string }) {
  const { texts, translated, simple } = shown;
  const isRepeated = simple !== null && simple.translationsNeeded > 1;
  const [max, value] = isRepeated ? [100, simple.progress] : [texts || 1, translated];
  return <progress max={max} value={value} aria-label={`Translated texts of ${name}`} />;
}

function OrderActions({ shown }: { readonly shown: Order }) {
  const { id, open, expiresAt, simple, texts, translated } = shown;
  if (!open) return null;
  const isFirstOfSeveral = simple !== null && simple.translationsNeeded > 1 && translated < texts;
  const advance = Math.max(0, (expiresAt ?? 0) - (state.value?.now ?? 0));
  return (
    <div class="buttons">
      <Button class="primary" onClick={makeHandler('translate', { orderId: id }, 'The order is translated.')}>
        Translate this order
      </Button>
      {isFirstOfSeveral && (
        <Button
          onClick={makeHandler(
            'translate',
            { orderId: id, onlyMissing: true },
            'Each text has a translation.',
          )}
        >
          Translate each text once
        </Button>
      )}
      {expiresAt === null ? null : (
        <Button onClick={makeHandler('clock', { advance }, 'The order has expired.')}>Let it expire</Button>
      )}
    </div>
  );
}

interface OrderLanguages {
  readonly source: string;
  readonly target: string;
}

function QuestionPart({ question, source, target }: OrderLanguages & { readonly question: OrderQuestion }) {
  const { id, title, key, instructions, statusText, takeable, points, open, texts, translation } = question;
  const { takenUntil, comments } = question;
  const submit = (given: FormTexts) =>
    runAndTell(
      () =>
        runAction('translate', {
          questionId: id,
          texts: texts.map((_, index) => given[`text${index}`] ?? ''),
        }),
      'The translation is submitted.',
    );
  return (
    <article aria-label={`Question ${id}`} tabIndex={-1}>
      <div class="article-head">
        <h3 {...writtenIn(source)}>{title}</h3>
        <Status text={statusText} />
        <span class="faint">{formatNumber(points)} points</span>
        {takenUntil === null ? null : <span class="faint">taken until {formatMoment(takenUntil)}</span>}
        {key === null ? null : <Key text={key} />}
      </div>
      <Note text={instructions} />
      <DocumentFacts question={question} />
      {open ? (
        <Form send={submit} draft={`question ${id}`}>
          {texts.map((text, index) => (
            <div class="pair" key={index}>
              <blockquote {...writtenIn(source)}>{text}</blockquote>
              <textarea
                {...writtenIn(target)}
                name={`text${index}`}
                aria-label={`Translation of “${cutText(text, FIELD_NAME)}”`}
                placeholder="Translation"
                rows={2}
                required
              />
            </div>
          ))}
          <div class="buttons end">
            {takeable && (
              <Button
                label={`Take question ${id}`}
                onClick={makeHandler('take', { questionId: id }, 'The question is taken.')}
              >
                Take it
              </Button>
            )}
            <button type="submit">Submit</button>
          </div>
        </Form>
      ) : (
        texts.map((text, index) => (
          <div class="pair" key={index}>
            <blockquote {...writtenIn(source)}>{text}</blockquote>
            {translation[index] === undefined ? (
              <p class="faint">Not translated.</p>
            ) : (
              <blockquote {...writtenIn(target)} class="translation">
                {translation[index]}
              </blockquote>
            )}
          </div>
        ))
      )}
      <CommentList comments={comments} target={{ questionId: id }} name={`question ${id}`} />
    </article>
  );
}

/** What the requester tells the translators. */
function Note({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p class="note">
      <strong>Note</strong> <bdi lang="">{text}</bdi>
    </p>
  );
}

interface BodyProps extends OrderLanguages {
  readonly body: Body;
  /** Whether it waits for a translation. */
  readonly isOpen: boolean;
}

function BodyPart({ body, isOpen, source, target }: BodyProps) {
  const asked = body.translations.length === 0 ? 'Translation' : 'Further translation';
  const submit = ({ text }: FormTexts) =>
    runAndTell(
      () => runAction('translate', { questionBodyId: body.id, text }),
      'The translation is submitted.',
    );
  return (
    <article aria-label={`Text ${body.number}`} tabIndex={-1}>
      <Note text={body.note} />
      <div class="pair">
        <div>
          <blockquote {...writtenIn(source)}>{body.text}</blockquote>
          <span class="faint">
            {body.number}. {formatNumber(body.points)} points
          </span>
        </div>
        <div>
          {body.translations.map((translation) => (
            <TranslationPart key={translation.id} translation={translation} target={target} />
          ))}
          {body.rejected.map((translation) => (
            <blockquote class="rejected" key={translation.id}>
              <s {...writtenIn(target)}>{translation.text}</s>
              <p>
                Rejected: <bdi>{translation.reason}</bdi>
              </p>
            </blockquote>
          ))}
          {!isOpen && body.translations.length === 0 && <p class="faint">Not translated.</p>}
          {isOpen && (
            <Form send={submit} draft={`text ${body.id}`} class="stack">
              <textarea
                {...writtenIn(target)}
                name="text"
                aria-label={`${asked} of “${cutText(body.text, FIELD_NAME)}”`}
                placeholder={asked}
                rows={2}
                required
              />
              <button type="submit">Submit</button>
            </Form>
          )}
        </div>
      </div>
    </article>
  );
}

interface TranslationProps {
  readonly translation: Body['translations'][number];
  readonly target: string;
}

function TranslationPart({ translation, target }: TranslationProps) {
  const reject = ({ reason }: FormTexts) =>
    runAndTell(
      () => runAction('reject', { translationId: translation.id, reason }),
      'The translation is rejected.',
    );
  return (
    <>
      <blockquote {...writtenIn(target)} class="translation">
        {translation.text}
      </blockquote>
      <CommentList
        comments={translation.comments}
        target={{ translationId: translation.id }}
        name={`translation ${translation.id}`}
      >
        <details class="inline">
          <summary>Reject</summary>
          <Form send={reject} class="row-form">
            <Field label="Reason, as the requester gives it" wide>
              <input name="reason" dir="auto" required minLength={16} />
            </Field>
            <button type="submit">Reject it</button>
          </Form>
        </details>
      </CommentList>
    </>
  );
}

interface CommentsProps {
  readonly comments: readonly OrderComment[];
  readonly target: object;
  readonly name: string;
  readonly children?: ComponentChildren;
}

function CommentList({ comments, target, name, children }: CommentsProps) {
  const send = ({ body }: FormTexts) =>
    runAndTell(() => runAction('comment', { ...target, body }), 'The comment is written.');
  return (
    <div class="comments">
      {comments.map((comment) => (
        <div class="comment" key={comment.id}>
          <strong>{comment.by}</strong> <Moment at={comment.at} />
          <p {...writtenIn('')}>{comment.body}</p>
        </div>
      ))}
      <details class="inline">
        <summary>Comment</summary>
        <Form send={send} class="row-form">
          <Field label={`On ${name}, as a translator`} wide>
            <input name="body" dir="auto" required />
          </Field>
          <button type="submit">Write it</button>
        </Form>
      </details>
      {children}
    </div>
  );
}

function Pages({ shown }: { readonly shown: Order }) {
  const offset = selected.value?.offset ?? 0;
  if (shown.texts <= TEXTS_SHOWN) return null;
  return (
    <div class="buttons">
      <span class="faint">
        Texts {formatNumber(offset + 1)} to {formatNumber(Math.min(shown.texts, offset + TEXTS_SHOWN))} of{' '}
        {formatNumber(shown.texts)}
      </span>
      <Button disabled={offset === 0} onClick={() => select(shown.id, Math.max(0, offset - TEXTS_SHOWN))}>
        Earlier texts
      </Button>
      <Button
        disabled={offset + TEXTS_SHOWN >= shown.texts}
        onClick={() => select(shown.id, offset + TEXTS_SHOWN)}
      >
        Further texts
      </Button>
    </div>
  );
}

/** The order's languages, price, progress and times. */
function Facts({ shown }: { readonly shown: Order }) {
  const { account, organization, languageId, translatedLanguageId, points, key, at, expiresAt } = shown;
  const { texts, translated, simple } = shown;
  const left = (expiresAt ?? 0) - (state.value?.now ?? 0);
  return (
    <dl class="facts">
      <Fact name="Account">
        <bdi>{account}</bdi>
      </Fact>
      <Fact name="Organization">
        <bdi>{organization}</bdi>
      </Fact>
      <Fact name="Languages">
        {languageId} → {translatedLanguageId}
      </Fact>
      <Fact name="Price">{formatNumber(points)} points</Fact>
      <Fact name="Translated">
        {translated} of {texts}
      </Fact>
      {simple === null || simple.translationsNeeded === 1 ? null : (
        <Fact name="Translations">
          {simple.translations} of {simple.translationsNeeded * texts}
        </Fact>
      )}
      <Fact name="Ordered">{formatMoment(at)}</Fact>
      {expiresAt === null ? null : <Fact name="Expires in">{formatSpan(Math.max(0, left))}</Fact>}
      {key === null ? null : (
        <Fact name="custom_field">
          <code dir="auto">{key}</code>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
