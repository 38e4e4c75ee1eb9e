/** Where the focus goes when what has it is removed, disabled or hidden: nearest first. */
let refuges: readonly HTMLElement[] = [];

/**
 * Keeps the focus near where it was. An element that is removed while it has the focus leaves it to the whole page, so
 * that people who use the keyboard would begin at the top again.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    const path: HTMLElement[] = [];
    for (let at = target; at instanceof HTMLElement; at = at.parentElement)
      if (at === target || at.hasAttribute('tabindex')) path.push(at);
    if (relatedTarget instanceof HTMLElement) path.push(relatedTarget);
    refuges = path;
  });
  new MutationObserver(restoreFocus).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'open', 'data-view'],
  });
}

function restoreFocus(): void {
  const [had, ...others] = refuges;
  if (had === undefined || canHaveFocus(had)) return;
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body && activeElement !== had) return;
  [...others, document.querySelector('main')].find(canHaveFocus)?.focus({ preventScroll: true });
}

/** Whether the element is shown and can be used. */
export function canHaveFocus(element: HTMLElement | null): boolean {
  return element?.checkVisibility({ visibilityProperty: true }) === true && !element.matches(':disabled');
}
