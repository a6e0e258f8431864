import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconLock, IconReportAnalytics } from '@tabler/icons-react';
import { Link } from 'react-router';
import { type ReportEntry, reportEntries } from '../catalogue.ts';

const MyExports = part(() => import('./my-exports.tsx'), 'MyExports');
const Definitions = part(() => import('./definitions.tsx'), 'Definitions');

/** Its rows are lists, so it has no columns of its own to explain. */
const orderReport = {
  path: '/report/order-report',
  title: 'Order report',
  group: 'Orders',
  text: 'All orders, every kit of them, and what was claimed as damaged or missing.',
  needs: 'Order history',
  views: [],
} as const satisfies ReportEntry;

/** /report/home */
export function ReportHome() {
  return (
    <PageFrame title="All reports">
      <PageTabs
        tabs={[
          { value: 'reports', label: 'Reports', content: <Reports /> },
          { value: 'exports', label: 'My exports', content: <MyExports /> },
          { value: 'definitions', label: 'Definitions', content: <Definitions /> },
        ]}
      />
    </PageFrame>
  );
}

function Reports() {
  const groups = Map.groupBy<string, ReportEntry>(
    [...Object.values(reportEntries), orderReport],
    ({ group }) => group,
  );
  return (
    <Stack gap="md">
      {[...groups].map(([group, entries]) => (
        <Section key={group} title={group}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
            {entries.map((entry) => (
              <Entry key={entry.path} entry={entry} />
            ))}
          </SimpleGrid>
        </Section>
      ))}
    </Stack>
  );
}

function Entry({ entry: { path, title, text, needs, views } }: { entry: ReportEntry }) {
  const { holds } = useSession();
  const [first] = views;
  const open = first === undefined || holds(first.of.module, false);
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      {open ? <IconReportAnalytics {...icon} aria-hidden /> : <IconLock {...icon} aria-hidden />}
      <div>
        <Anchor component={Link} to={path} fw={500}>
          {title}
        </Anchor>
        <Text size="sm">{text}</Text>
        {open ? null : (
          <Text size="sm" c="dimmed">
            {`Needs ${needs}. Open it to ask for access.`}
          </Text>
        )}
      </div>
    </Group>
  );
}
