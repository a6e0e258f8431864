import { useQuery } from '@aangan/web/api/use-query.ts';
import { lastVisits } from '@aangan/web/local/recents.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { searchContract } from '../../../areas/shell/search.contract.ts';
import { flatMenu } from '../menu.ts';
import { useOwnPreference } from '../profile/own-preference.ts';
import { useShell } from '../session-state.ts';
import { searchItems } from './search-items.ts';

const SHOWN = 40;
const SHOWN_WITH_RECORDS = 8;
const RECENT = 6;
/** The server's shortest question (areas/shell/search.contract.ts). */
const LEAST = 2;
const MOST = 60;

export interface Found {
  key: string;
  label: string;
  link: string;
  place: string;
}

export interface FoundGroup {
  title: string;
  items: readonly Found[];
}

const always = [
  { label: 'Home', link: '/profile/dashboard', place: 'Aangan' },
  { label: 'Profile', link: '/profile', place: 'Aangan' },
];

/** What the palette shows: last screens while nothing is typed, then screens, then records of the caller's own scope. */
export function useFound(q: string, opened: boolean): { groups: readonly FoundGroup[]; searching: boolean } {
  const { menu } = useShell();
  const recent = useRecent(opened);
  const pins = useOwnPreference()?.pins;
  const screens = useMemo(() => [...flatMenu(menu), ...always], [menu]);
  const [words] = useDebouncedValue(q.trim().slice(0, MOST), 150);
  const asks = opened && words.length >= LEAST;
  const records = useQuery(
    searchContract.search,
    { q: words },
    { enabled: asks, keepPrevious: true, background: true },
  );

  const groups = useMemo(() => {
    const typed = q.trim().length > 0;
    const hits = asks && typed ? (records.data?.groups ?? []) : [];
    const matching = searchItems(screens, q).slice(0, hits.length > 0 ? SHOWN_WITH_RECORDS : SHOWN);
    const pinned = (pins ?? []).flatMap((path) => screens.find((item) => item.link === path) ?? []);
    return [
      ...(typed
        ? []
        : [
            { title: 'Pinned', items: pinned.map((item) => ({ ...item, key: `pin ${item.link}` })) },
            { title: 'Last screens', items: recent },
          ]),
      {
        title: 'Screens',
        items: matching.map((item) => ({ ...item, key: `screen ${item.label} ${item.link}` })),
      },
      ...hits.map((group) => ({
        title: group.title,
        items: group.hits.map((hit) => ({
          key: `${group.kind} ${hit.id}`,
          label: hit.label,
          link: hit.link,
          place: hit.detail ?? '',
        })),
      })),
    ].filter((group) => group.items.length > 0);
  }, [asks, pins, q, recent, records.data, screens]);
  return { groups, searching: asks && records.isPending };
}

function useRecent(opened: boolean): readonly Found[] {
  const { me } = useShell();
  const [recent, setRecent] = useState<readonly Found[]>([]);
  const userId = me?.id;
  useEffect(() => {
    if (!opened || userId === undefined) return;
    let wanted = true;
    void lastVisits(String(userId)).then((rows) => {
      if (!wanted) return;
      // The newest is the screen that is open already.
      setRecent(
        rows.slice(1, RECENT + 1).map((row) => ({
          key: `recent ${row.path}`,
          label: row.title,
          link: row.path,
          place: row.context,
        })),
      );
    });
    return () => {
      wanted = false;
    };
  }, [opened, userId]);
  return recent;
}
