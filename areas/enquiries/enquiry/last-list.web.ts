// The register as somebody left it: an opened family leads back to the same filters.
import { useEffect } from 'react';
import { useLocation } from 'react-router';

const PATH = '/forms/enquiry/list';
const KEY = 'enquiries.last-list';

/** Of the register itself: keeps its address for this tab. */
export function useKeepListAddress(): void {
  const { search } = useLocation();
  useEffect(() => sessionStorage.setItem(KEY, search), [search]);
}

/** Where the way back leads. */
export const lastListAddress = (): string => `${PATH}${sessionStorage.getItem(KEY) ?? ''}`;
