import { useCallback } from 'react';
import { usePreference } from '../local/preferences.ts';
import type { Column } from './column.tsx';
import { isShown, plainLook, type TableLook } from './column-chooser.tsx';

/** Whether a column of the named table shows on this device: a list may then ask only for what is seen. */
export function useShows(name: string): (column: Pick<Column<unknown>, 'id' | 'hidden'>) => boolean {
  const [look] = usePreference<TableLook>(`table:${name}`, plainLook);
  return useCallback((column) => isShown(column, look), [look]);
}
