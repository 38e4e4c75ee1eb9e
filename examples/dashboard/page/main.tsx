import { render } from 'preact';
import { begin, Dashboard } from './dashboard.tsx';
import { SignIn } from './sign-in.tsx';

const root = document.querySelector('#page');
const answer = await fetch('/session');
const { signedIn } = await answer.json();
if (root !== null) {
  root.textContent = '';
  if (signedIn === true) void begin();
  render(signedIn === true ? <Dashboard /> : <SignIn />, root);
}
