import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { formatCount, formatTime } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { TextSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { profileContract } from '../../shell/profile.contract.ts';
import { franchiseeContract } from '../franchisee/franchisee.contract.ts';
import classes from '../network.module.css';
import { userContract } from './user.contract.ts';
import { viewAsContract } from './view-as.contract.ts';

interface View {
  id: string;
  name: string;
  until: string;
}

/** What somebody else sees, in a window that can change nothing and closes itself after a quarter of an hour. */
export function ViewAs({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [view, setView] = useState<View | null>(null);
  const { run } = useCommand(viewAsContract.begin, {
    onDone: setView,
    onError: (error) => {
      notice.error(error);
      onClose();
    },
  });
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run({ userId });
  }, [run, userId]);
  useEffect(() => {
    if (!view) return;
    const left = Date.parse(view.until) - serverNow();
    const timer = setTimeout(onClose, Math.max(0, left));
    return () => clearTimeout(timer);
  }, [view, onClose]);
  return (
    <Modal opened onClose={onClose} fullScreen title={view ? `Viewing as ${view.name}` : 'View as'}>
      {view ? <Seen view={view} /> : <TextSkeleton lines={6} />}
    </Modal>
  );
}

function Seen({ view }: { view: View }) {
  const { data, error } = useQuery({
    queryKey: ['view-as', view.id],
    queryFn: async ({ signal }) => {
      const as = { viewAs: view.id, signal };
      const [menu, centres] = await Promise.all([
        call(profileContract.menu, {}, as),
        call(franchiseeContract.active, {}, as),
      ]);
      // Not everybody opens the list of people.
      const people = await call(userContract.list, {}, as).catch(() => null);
      return { menu, centres, people };
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Alert color="danger" title={error.message} />;
  if (!data) return <TextSkeleton lines={8} />;
  return (
    <div className={classes.watermark} data-name={`Viewing as ${view.name}`}>
      <Stack gap="lg">
        <Group justify="flex-end">
          <Button
            component="a"
            href={`/profile/dashboard?view-as=${view.id}&until=${encodeURIComponent(view.until)}`}
            target="_blank"
            rel="noopener"
          >
            Open every screen as {view.name}
          </Button>
        </Group>
        <Alert
          color="info"
          title={`What ${view.name} sees, until ${formatTime(view.until)}. Nothing can be changed, and every look is logged under both names.`}
        />
        <TwoColumns
          main={
            <Stack gap="lg">
              <MenuSeen menu={data.menu} />
              {data.people ? (
                <Section
                  title={`People: ${formatCount(data.people.total.n)}${data.people.total.more ? '+' : ''}`}
                >
                  <Names rows={data.people.rows.map((row) => ({ id: row.id, name: row.name }))} />
                </Section>
              ) : null}
            </Stack>
          }
          rail={
            <Section title={`Centres: ${formatCount(data.centres.rows.length)}`}>
              <Names rows={data.centres.rows.map((row) => ({ id: String(row.id), name: row.label }))} />
            </Section>
          }
        />
      </Stack>
    </div>
  );
}

function MenuSeen({ menu }: { menu: Awaited<ReturnType<typeof call<typeof profileContract.menu>>> }) {
  return (
    <Section title="Menu" help="Green: may change.">
      <Stack gap="sm">
        {menu.dashboards.map((dashboard) => (
          <div key={dashboard.id}>
            <Text size="sm" fw={500} mb={4}>
              {dashboard.name}
            </Text>
            <Group gap={4}>
              {dashboard.groups.flatMap((group) =>
                group.items.map((item) => (
                  <Tag key={item.key} tone={item.write ? 'success' : 'neutral'}>
                    {item.label}
                  </Tag>
                )),
              )}
            </Group>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

const Names = ({ rows }: { rows: readonly { id: string; name: string }[] }) => (
  <Stack gap={6}>
    {rows.map((row) => (
      <Text key={row.id} size="sm">
        {row.name}
      </Text>
    ))}
    {rows.length === 0 ? <Text c="dimmed">Nobody and nothing.</Text> : null}
  </Stack>
);
