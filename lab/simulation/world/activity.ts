import type { Faults } from '../faults.ts';
import type { Plan } from '../plan.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { Service } from './service.ts';

interface Around {
  readonly plan: Plan;
  readonly time: VirtualTime;
  readonly service: Service;
  readonly faults: Faults;
}

/** What other people do at the service. */
export function planActivities({ plan, time, service }: Around): void {
  for (const { at, what, index } of plan.activities) {
    time.after(at, () => {
      const ids = [...service.orders.keys()];
      const id = ids[index % Math.max(1, ids.length)] ?? 0;
      if (what === 'translate') service.translate(id, 0, `text at ${at}`);
      else if (what === 'finish') service.finish(id);
      else placeOther(service, `other/${at}`);
    });
  }
}

function placeOther(service: Service, key: string): void {
  const json = {
    language_id: 'en',
    translated_language_id: 'de',
    access_token: 'other',
    custom_field: key,
    question_bodies: [{ body: 'Other' }],
  };
  service.handle({ method: 'POST', path: '/api/v1/simple/questions', query: new URLSearchParams(), json });
}

/** The longest that translators take, in milliseconds. */
const LONGEST_WORK = 600_000;

/** Translators take what was ordered after a while, and finish it later. */
export function translateLater({ plan, time, service, faults }: Around, id: number): void {
  if (!plan.hasTranslators) return;
  const after = (name: string): number => Math.floor(faults.draw(`${name} ${id}`) ** 2 * LONGEST_WORK);
  const begun = 10_000 + after('work');
  time.after(begun, () => {
    service.orders.get(id)?.latest.bodies.forEach(({ body }, index) => {
      service.translate(id, index, makeTranslation(body));
    });
    for (const question of service.projects.get(id)?.latest.questionIds ?? [])
      service.revise(question, makeTranslation(service.questions.get(question)?.latest.text ?? ''));
  });
  time.after(begun + after('finishing'), () => service.finish(id));
}

/** The translation that a text gets here. */
export const makeTranslation = (text: string): string => `«${text}»`;

/** After a rejection, another translation comes soon. */
export function translateAgain({ time, service, faults }: Around, id: number): void {
  const order = [...service.orders.values()].find(({ latest }) =>
    latest.bodies.some(({ translations }) => translations.some((translation) => translation.id === id)),
  );
  const index = order?.latest.bodies.findIndex(({ translations }) =>
    translations.some((each) => each.id === id),
  );
  if (order === undefined || index === undefined) return;
  const body = order.latest.bodies[index]?.body ?? '';
  time.after(500 + Math.floor(faults.draw(`again ${id}`) * 5_000), () =>
    service.translate(order.latest.id, index, makeTranslation(body)),
  );
}
