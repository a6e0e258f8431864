import { Tabs, type TabsListProps } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount } from '../format.ts';
import { TextSkeleton } from './skeletons.tsx';

export interface PageTab {
  value: string;
  label: string;
  count?: number | undefined;
  hidden?: boolean;
  /** Drawn only while the tab is open; a part of its own (`lazy`) is loaded then. */
  content: ReactNode;
}

/**
 * For the row of tabs: on a phone the open one may lie beyond the edge and is brought to the middle. Only the row moves,
 * never the page. Where it goes on beyond an edge, that edge fades (`data-more`).
 */
function useOpenTabInView(open: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    if (!row) return;
    let width = row.clientWidth;
    const look = () => {
      const left = row.scrollLeft > 1;
      const right = row.scrollLeft + row.clientWidth < row.scrollWidth - 1;
      row.dataset['more'] = left && right ? 'both' : left ? 'left' : right ? 'right' : '';
    };
    const watch = new ResizeObserver(() => {
      // A turned tablet: the open tab must not end up beyond the new edge.
      if (row.clientWidth !== width) toMiddle(row);
      width = row.clientWidth;
      look();
    });
    watch.observe(row);
    row.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      row.removeEventListener('scroll', look);
    };
  }, []);
  useEffect(() => {
    const row = list.current;
    if (row && open !== undefined) toMiddle(row);
  }, [open]);
  return list;
}

function toMiddle(row: HTMLElement): void {
  const tab = row.querySelector<HTMLElement>('[aria-selected="true"]');
  if (tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** The row of tabs on one line: on a phone it scrolls to the open one and fades where it goes on. */
export function TabRow({ open, ...row }: TabsListProps & { open: string | undefined }) {
  return (
    <Tabs.List
      ref={useOpenTabInView(open)}
      className="no-print"
      style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden', scrollbarWidth: 'thin' }}
      {...row}
    />
  );
}

/** Tabs whose choice lives in the URL (`?tab=fees`). */
export function PageTabs({ tabs, param = 'tab' }: { tabs: readonly PageTab[]; param?: string }) {
  const [params, setParams] = useSearchParams();
  const shown = tabs.filter((tab) => !tab.hidden);
  const wanted = params.get(param);
  const active = shown.find((tab) => tab.value === wanted) ?? shown[0];
  if (!active) return null;

  // A list inside the old tab leaves its filters in the URL: they mean nothing in the next one.
  const open = (value: string | null) => {
    if (!value) return;
    setParams(new URLSearchParams(value === shown[0]?.value ? {} : { [param]: value }), {
      preventScrollReset: true,
    });
  };
  return (
    <Tabs value={active.value} onChange={open} keepMounted={false}>
      <TabRow open={active.value} mb="md">
        {shown.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count !== undefined && <span className="quiet figures"> {formatCount(tab.count)}</span>}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value={active.value}>
        <Suspense fallback={<TextSkeleton />}>{active.content}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
