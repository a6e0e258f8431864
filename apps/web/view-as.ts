import { readTabContext, writeTabContext } from './tab-context.ts';

/** This tab looks with another person's eyes: reads only, for a quarter of an hour (areas/network.md 5, `user.view-as`). */
export interface View {
  id: string;
  until: string;
}

let view: View | null = null;

/** The view of this tab, or null. */
export const viewing = (): View | null => view;

/** Takes the view out of the address, or back out of the tab after a reload. */
export function takeView(): void {
  const address = new URL(window.location.href);
  const [id, until] = [address.searchParams.get('view-as'), address.searchParams.get('until')];
  if (id && until && !Number.isNaN(Date.parse(until))) {
    view = { id, until };
    writeTabContext({ role: { id: 0, role: 'All roles' }, franchisee: null, academicYear: null, view });
    window.history.replaceState(window.history.state, '', address.pathname);
  } else view = readTabContext()?.view ?? null;
}

/** Ends it here. The tab closes, or goes on as its own user's where the browser does not let it. */
export function stopViewing(): void {
  writeTabContext(null);
  window.close();
  window.location.replace('/profile/dashboard');
}
