import { Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type PageTab, PageTabs } from './page-tabs.tsx';
import { TextSkeleton } from './skeletons.tsx';

/** Many tabs, in a column at the left with a search over their names; on a narrow screen a row. The choice lives in the URL (`?tab=`). */
export function SideTabs({ tabs }: { tabs: readonly PageTab[] }) {
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const active = tabs.find((tab) => tab.value === params.get('tab')) ?? tabs[0];
  if (!wide || !active) return <PageTabs tabs={tabs} />;
  const wanted = search.trim().toLowerCase();
  const found = tabs.filter((tab) => tab.label.toLowerCase().includes(wanted));
  return (
    <Tabs
      orientation="vertical"
      value={active.value}
      keepMounted={false}
      onChange={(value) =>
        value && setParams(new URLSearchParams({ tab: value }), { preventScrollReset: true })
      }
    >
      <Stack gap="xs" w={200} mr="lg" className="no-print" style={{ flexShrink: 0 }}>
        <TextInput
          size="sm"
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Tabs.List>
          {found.map((tab) => (
            <Tabs.Tab key={tab.value} value={tab.value} ta="start">
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {found.length === 0 && (
          <Text fz="sm" className="quiet" role="status">
            No setting of this name.
          </Text>
        )}
      </Stack>
      <Tabs.Panel value={active.value} style={{ minWidth: 0 }}>
        <Suspense fallback={<TextSkeleton />}>{active.content}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
