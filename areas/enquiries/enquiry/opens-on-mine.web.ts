// A counsellor's register opens on their own (enquiries.md D21), unless the address says what to show.
import type { FilterValues } from '@aangan/web/list/list-state.ts';
import { type ListModel, type ListOptions, useIsUntouched } from '@aangan/web/list/use-list.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { useParam } from '@aangan/web/use-param.ts';
import { useEffect } from 'react';
import { useEnquiryChoices } from './enquiry-look.tsx';

/** In the address of a link that counts everybody's and has no filter to say so. */
export const EVERYBODYS = 'whose=all';
export const MINE: FilterValues = { assignedTo: ['me'], open: true };

/** Whether the list may be read: not before it is known whose it shows. */
export function useOpensOnMine(filters: NonNullable<ListOptions['filters']>) {
  const choices = useEnquiryChoices();
  const untouched = useIsUntouched(filters);
  const [whose] = useParam('whose');
  const everybodys = whose === 'all';
  // Over several centres the register is everybody's: the session tells it before anything is read.
  const oneCentre = useSession().franchisee !== null;
  const bare = untouched && !everybodys && oneCentre;
  const mine = bare && choices.data?.opensOnMine === true;
  // Without a connection nothing tells whose it is: what is kept is shown.
  const untold = choices.isError || choices.fetchStatus === 'paused';
  return { mine, known: !bare || untold || (choices.data !== undefined && !mine) };
}

export function useApplyMine(mine: boolean, list: Pick<ListModel<unknown>, 'apply'>): void {
  const { apply } = list;
  useEffect(() => {
    if (mine) apply({ q: '', filters: MINE, sort: null });
  }, [mine, apply]);
}
