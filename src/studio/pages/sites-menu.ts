/** Enables the field that filters a long list of sites; without a script the field is not shown. */
export function enableSitesFilter(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-filter]');
  const items = [...document.querySelectorAll<HTMLElement>('#menu-sites li')];
  if (!field) return;
  field.closest('label')?.removeAttribute('hidden');
  field.addEventListener('input', () => {
    const wanted = plain(field.value);
    for (const item of items) item.hidden = !plain(item.textContent ?? '').includes(wanted);
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    items
      .find((item) => !item.hidden)
      ?.querySelector('a')
      ?.click();
  });
}

/** Without case and accents. */
const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
