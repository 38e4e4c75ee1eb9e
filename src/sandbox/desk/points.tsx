import { useSignal } from '@preact/signals';
import { runAction } from './api.js';
import { formatNumber } from './format.js';
import { Card, Field, Form, type FormTexts } from './parts.js';
import { runAndTell, state } from './store.js';

/** The points that each organization can spend, and a form that changes them. */
export function PointsCard() {
  const organizations = state.value?.organizations ?? [];
  const chosen = useSignal(0);
  const changed = organizations.find(({ id }) => id === chosen.value) ?? organizations[0];
  if (changed === undefined) return null;
  const isReserved = organizations.some(({ point, availablePoint }) => point > availablePoint);
  const change = ({ name = 'add', points }: FormTexts) =>
    runAndTell(
      () => runAction(`points/${name}`, { points: Number(points), organizationId: changed.id }),
      'The points are changed.',
    );
  return (
    <Card title="Points" class="points" side={<span class="faint">left for new orders</span>}>
      <ul>
        {organizations.map(({ id, name, account, point, availablePoint }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>{' '}
              <span class="faint">
                of <bdi>{account}</bdi>
              </span>
            </span>
            <span class="end">
              {point > availablePoint && (
                <span class="faint">{formatNumber(point - availablePoint)} set aside </span>
              )}
              <strong>{formatNumber(availablePoint)}</strong>
            </span>
          </li>
        ))}
      </ul>
      {isReserved && (
        <p class="faint">
          What is set aside for open orders is paid when they are completed, and given back if they expire or
          are cancelled.
        </p>
      )}
      <Field label="Organization" wide>
        <select
          value={changed.id}
          onChange={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
          }}
        >
          {organizations.map(({ id, name, account }) => (
            <option key={id} value={id}>
              {name} of {account}
            </option>
          ))}
        </select>
      </Field>
      <Form send={change} class="row-form">
        <Field label="Change the points">
          <input name="points" type="number" min="1" required placeholder="500" />
        </Field>
        <button type="submit" name="name" value="add">
          Add
        </button>
        <button type="submit" name="name" value="take">
          Take
        </button>
      </Form>
    </Card>
  );
}
