import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { recordedContract as contract } from './recorded.contract.ts';
import { RecordedCards } from './recorded-cards.tsx';
import { RECORDED, recordedFolder } from './recorded-paths.ts';

const AddRecorded = part(() => import('./recorded-dialogs.tsx'), 'AddRecorded');

/** /recorded/folder/{folderId}/{classID?}/{weekNo?}/{dayNo?}: a folder, and class, week and day in it. */
export function RecordedFolder() {
  const { folderId = '', classID, weekNo, dayNo } = useParams();
  const place = {
    folderId,
    ...(classID ? { classId: Number(classID) } : {}),
    ...(weekNo ? { weekNo: Number(weekNo) } : {}),
    ...(dayNo ? { dayNo: Number(dayNo) } : {}),
  };
  const { classId = null, weekNo: week = null, dayNo: day = null } = place;
  const query = useQuery(contract.browse, place, { fresh: 0 });
  const [adding, setAdding] = useState(false);
  const shown = query.data;
  const folder = shown?.path.at(-1)?.name;
  // The place from the folder down: its last part is the title, those before it lead there.
  const steps = [
    ...(shown?.path ?? []).map(({ id, name }) => ({ label: name, to: recordedFolder(id) })),
    ...(shown?.className ? [{ label: shown.className, to: recordedFolder(folderId, classId) }] : []),
    ...(week === null ? [] : [{ label: `Week ${week}`, to: recordedFolder(folderId, classId, week) }]),
    ...(day === null ? [] : [{ label: `Day ${day}`, to: recordedFolder(folderId, classId, week, day) }]),
  ];
  const next = classId === null ? 'Classes' : week === null ? 'Weeks' : 'Days';
  return (
    <PageFrame
      title={steps.at(-1)?.label ?? 'Recorded classes'}
      crumbs={[{ label: 'Recorded classes', to: RECORDED }, ...steps.slice(0, -1)]}
      context="centre"
      primary={{
        label: 'Add recorded class',
        icon: <IconPlus {...icon} />,
        hidden: !shown?.can['add'],
        run: () => setAdding(true),
      }}
    >
      <QueryState query={query}>
        {({ folders, below, rows }) => (
          <Stack gap="md">
            {folders.length > 0 ? (
              <Section title="Folders">
                <FolderLinks links={folders.map((one) => ({ ...one, to: recordedFolder(one.id) }))} />
              </Section>
            ) : null}
            {below.length > 0 ? (
              <Section title={next}>
                <FolderLinks
                  links={below.map((one) => ({
                    ...one,
                    id: String(one.n),
                    to: recordedFolder(folderId, classId, week, one.n),
                  }))}
                />
              </Section>
            ) : null}
            {rows.length > 0 ? (
              <Section>
                <RecordedCards rows={rows} />
              </Section>
            ) : null}
            {folders.length + below.length + rows.length === 0 ? (
              <Section>
                <Text c="dimmed">{nothing({ folder, className: shown?.className ?? null, week, day })}</Text>
              </Section>
            ) : null}
          </Stack>
        )}
      </QueryState>
      <Suspense fallback={null}>
        {adding && shown ? (
          <AddRecorded place={place} classes={shown.classes} onClose={() => setAdding(false)} />
        ) : null}
      </Suspense>
    </PageFrame>
  );
}

const FolderLinks = ({
  links,
}: {
  links: readonly { id: string; name: string; count: number; to: string }[];
}) => (
  <Group gap="sm">
    {links.map(({ id, name, count, to }) => (
      <Button key={id} component={Link} to={to} variant="default">
        {`${name} (${count})`}
      </Button>
    ))}
  </Group>
);

function nothing({
  folder,
  className,
  week,
  day,
}: {
  folder: string | undefined;
  className: string | null;
  week: number | null;
  day: number | null;
}): string {
  const place =
    week === null
      ? (className ?? folder ?? 'this folder')
      : `week ${week}${day === null ? '' : `, day ${day}`}`;
  return `No recorded class for ${place}.`;
}
