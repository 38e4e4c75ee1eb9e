import { render } from 'preact';
import { Activity } from './activity.js';
import { OrderDetail } from './order.js';
import { Orders } from './orders.js';
import { Message } from './parts.js';
import { Points } from './points.js';
import { start, state } from './store.js';
import { Top } from './top.js';
import { Trouble } from './trouble.js';
import { Welcome, WrongAddress } from './welcome.js';

function Desk() {
  return (
    <>
      <a class="skip" href="#orders">
        Skip to the orders
      </a>
      <Top />
      <Message />
      {state.value !== null && (
        <main class="desk">
          <div id="orders" class="column" tabIndex={-1}>
            <Orders />
          </div>
          <div class="column">
            <WrongAddress />
            <OrderDetail />
            <Welcome />
          </div>
          <div class="column">
            <Points />
            <Activity />
            <Trouble />
          </div>
        </main>
      )}
    </>
  );
}

const root = document.querySelector('#desk');
if (root !== null) {
  root.textContent = '';
  start();
  render(<Desk />, root);
}
