// '3 new, show': what others did while a list is open. Rows never move under the hand; pressing reads them again.
import { call } from '@aangan/web/api/call.ts';
import { connection } from '@aangan/web/api/connection.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { noticeContract } from '../../shell/profile.contract.ts';
import { enquiryFilters } from '../enquiry/enquiry-filters.ts';
import { newsContract, type newsViews } from './news.contract.ts';

const EVERY_MS = 30_000;
const asked = new Set(['q', ...Object.keys(enquiryFilters)]);

const floating = {
  position: 'fixed',
  bottom: 16,
  left: '50%',
  transform: 'translateX(-50%)',
  zIndex: 50,
} as const;

interface LiveBarProps {
  view: (typeof newsViews)[number];
  /** The list that is open: its rows, the filters it was read with, and how it is read again. */
  list: {
    rows: readonly unknown[];
    total: unknown;
    input: Record<string, unknown>;
    refetch: () => void;
  };
  /** What else shows the same (the card of the next call). */
  also?: readonly string[];
}

export function LiveBar({ view, list, also = [] }: LiveBarProps) {
  const { franchisee } = useSession();
  const client = useQueryClient();
  const [shown, setShown] = useState(0);
  const since = useMoment(view, list, { wanted: franchisee !== null && list.total !== null, shown });
  // A list has filters of its own beside the shared ones; these are asked for by all three.
  const filters = Object.fromEntries(Object.entries(list.input).filter(([name]) => asked.has(name)));
  const news = useQuery(
    newsContract.news,
    { view, ...filters, ...(since ? { since } : {}) },
    { enabled: since !== null, every: EVERY_MS, fresh: EVERY_MS },
  );
  // A read asked for by hand runs even where it is switched off: without a centre it would be refused.
  useHints(since === null ? null : news.refetch);
  const { fresh = 0, changed = 0 } = since === null ? {} : (news.data ?? {});
  if (fresh + changed === 0) return null;
  const words = [fresh > 0 ? `${fresh} new` : null, changed > 0 ? `${changed} changed` : null].filter(
    Boolean,
  );
  return (
    // It floats: a bar in the flow would push the rows from under the pointer.
    <Paper withBorder shadow="md" radius="xl" px="md" py={6} role="status" style={floating}>
      <Group gap="sm" wrap="nowrap">
        <Text fz="sm" style={{ whiteSpace: 'nowrap' }}>
          {words.join(', ')}
        </Text>
        <Button
          size="compact-sm"
          radius="xl"
          variant="light"
          onClick={() => {
            list.refetch();
            setShown((n) => n + 1);
            for (const name of also)
              void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === name });
          }}
        >
          Show
        </Button>
      </Group>
    </Paper>
  );
}

/** The database's clock when the rows came; null until it is known. */
function useMoment(
  view: LiveBarProps['view'],
  { rows }: Pick<LiveBarProps['list'], 'rows'>,
  { wanted, shown }: { wanted: boolean; shown: number },
): string | null {
  const [moment, setMoment] = useState<{ at: string; rows: readonly unknown[]; shown: number } | null>(null);
  const { academicYearId } = connection.context();
  useEffect(() => {
    if (!wanted || academicYearId === null) return;
    let gone = false;
    call(newsContract.news, { view }, { background: true })
      .then(({ at }) => {
        if (!gone) setMoment({ at, rows, shown });
      })
      // Without a moment there is no bar; the list itself says what is wrong.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [view, rows, wanted, shown, academicYearId]);
  return moment?.rows === rows && moment.shown === shown ? moment.at : null;
}

/** A line for the bell is a hint that something came: it is asked for at once instead of by the clock. */
function useHints(ask: (() => unknown) | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (ask === null) return;
    return client.getQueryCache().subscribe((event) => {
      if (
        event.type === 'updated' &&
        event.action.type === 'invalidate' &&
        event.query.queryKey[0] === noticeContract.list.name
      )
        ask();
    });
  }, [client, ask]);
}
