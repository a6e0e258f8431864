import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Button, Group, SegmentedControl, Select, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { announcementContract } from './announcement.contract.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { announcementWords } from './announcement-words.tsx';

const views = ['all', 'unread', 'toAcknowledge', 'ended'] as const;
const PAGE = 50;

/** /announcement/announcement-view: what is addressed to oneself, for families and staff. */
export function AnnouncementFeed() {
  const t = useText(announcementWords);
  // Filters stand in the address as the home card writes them.
  const [unread, setUnread] = useParam('unread');
  const [left, setLeft] = useParam('toAcknowledge');
  const [ended, setEnded] = useParam('ended');
  const [limit, setLimit] = useState(PAGE);
  const view = left ? 'toAcknowledge' : unread ? 'unread' : ended ? 'ended' : 'all';
  const show = (next: string | null) => {
    for (const [name, set] of [
      ['unread', setUnread],
      ['toAcknowledge', setLeft],
      ['ended', setEnded],
    ] as const)
      if (name === next || name === view) set(name === next ? 'true' : null);
  };
  const query = useQuery(
    announcementContract.feed,
    { unread: view === 'unread', toAcknowledge: view === 'toAcknowledge', ended: view === 'ended', limit },
    { fresh: 0, keepPrevious: true },
  );
  useSeen(query.data?.rows);
  return (
    <PageFrame title={t('title')}>
      <Stack gap="md" style={{ maxWidth: 760 }}>
        <Group align="end" gap="sm">
          <Select
            label={t('show')}
            data={views.map((value) => ({ value, label: t(value) }))}
            value={view}
            onChange={show}
            allowDeselect={false}
            w={190}
          />
          <LanguageChoice />
        </Group>
        <QueryState query={query}>
          {({ rows, next }) => (
            <>
              {rows.length === 0 && <EmptyState title={t('empty')} help={t('emptyHelp')} />}
              {rows.map((one) => (
                <AnnouncementCard key={one.id} one={one} linked />
              ))}
              {next && (
                <Button variant="default" onClick={() => setLimit((n) => Math.min(n + PAGE, 200))}>
                  {t('more')}
                </Button>
              )}
            </>
          )}
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

export function LanguageChoice() {
  const t = useText(announcementWords);
  const { language, setLanguage } = useLanguage();
  return (
    <SegmentedControl
      aria-label={t('language')}
      value={language}
      onChange={(next) => setLanguage(next as typeof language)}
      data={[
        { value: 'en', label: 'English' },
        { value: 'hi', label: 'हिन्दी' },
      ]}
    />
  );
}

type Rows = OutputOf<typeof announcementContract.feed>['rows'];

/** Tells the writers that these were before the reader's eyes; the dot stays until the next look. */
export function useSeen(rows: Rows | undefined): void {
  useEffect(() => {
    const ids = (rows ?? []).filter((one) => one.unread).map(({ id }) => id);
    if (ids.length === 0) return;
    // Without a network it is told at the next visit.
    void call(announcementContract.markSeen, { ids: ids.slice(0, 100) }, { background: true }).catch(
      () => null,
    );
  }, [rows]);
}
