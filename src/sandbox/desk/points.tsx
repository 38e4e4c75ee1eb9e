import { runAction } from './api.js';
import { formatNumber } from './format.js';
import { Card, Field, Form, type FormTexts } from './parts.js';
import { runAndTell, state } from './store.js';

/** The points that can be spent, and a form that changes them. */
export function PointsCard() {
  const known = state.value;
  const [main] = known?.organizations ?? [];
  if (known === null || main === undefined) return null;
  const reserved = main.point - main.availablePoint;
  return (
    <Card
      title="Points"
      class="points"
      side={
        <span class="faint">
          <bdi>{main.name}</bdi> of <bdi>{known.accounts[0]?.login}</bdi>
        </span>
      }
    >
      <p class="figure">
        <strong>{formatNumber(main.availablePoint)}</strong> left for new orders
      </p>
      {reserved > 0 && (
        <p class="faint">
          {formatNumber(reserved)} more are set aside for open orders: paid when they are completed, given
          back if they expire or are cancelled.
        </p>
      )}
      <Form send={changePoints} class="row-form">
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

function changePoints({ name = 'add', points }: FormTexts): Promise<boolean> {
  return runAndTell(() => runAction(`points/${name}`, { points: Number(points) }), 'The points are changed.');
}
