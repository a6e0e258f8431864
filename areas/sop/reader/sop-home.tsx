import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFolder, IconSearch } from '@tabler/icons-react';
import { Link } from 'react-router';
import { complianceText } from '../compliance/compliance-text.ts';
import { sopCompliance } from '../compliance/sop-compliance.listing.ts';
import '../sop-look.tsx';
import { readerContract as contract, type SopItem } from './reader.contract.ts';

export const sectionPath = (one: { folderId: string; id: string }): string =>
  `/sop/folder/${one.folderId}?section=${one.id}`;

/** /sop/sop-home: what to read, the folders, how the centre stands. */
export function SopHome() {
  const [words, setWords] = useParam('q');
  const [asked] = useDebouncedValue(words ?? '', 250);
  const query = useQuery(contract.home, asked.length >= 2 ? { q: asked } : {}, {
    fresh: 0,
    keepPrevious: true,
  });
  return (
    <PageFrame title="SOP home" context="centre">
      <QueryState query={query}>
        {(home) => (
          <Stack gap="md">
            <Figures home={home} />
            <TextInput
              aria-label="Search SOPs"
              placeholder="Search title, code or words"
              leftSection={<IconSearch {...icon} />}
              value={words ?? ''}
              onChange={(event) => setWords(event.currentTarget.value || null)}
            />
            {asked.length >= 2 ? (
              <Section title="Found" flush>
                <Items items={home.found} empty="No section has these words." />
              </Section>
            ) : null}
            <Section title="To do" flush>
              <Items
                items={home.todo}
                empty={`You are up to date. ${home.current} of ${home.required} acknowledged.`}
                due
              />
            </Section>
            <Section title="Folders">
              <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
                {home.folders
                  .filter(({ parentId, sections }) => parentId === null && sections > 0)
                  .map((folder) => (
                    <Anchor key={folder.id} component={Link} to={`/sop/folder/${folder.id}`}>
                      <Group gap="xs" wrap="nowrap">
                        <IconFolder {...icon} />
                        <span>
                          {folder.name}
                          <Text size="sm" c="dimmed" component="span">
                            {' '}
                            {folder.sections === 1 ? '1 section' : `${folder.sections} sections`}
                          </Text>
                        </span>
                      </Group>
                    </Anchor>
                  ))}
              </SimpleGrid>
              {home.folders.length === 0 ? <Text c="dimmed">Nothing here yet.</Text> : null}
            </Section>
            <Section title="Recently changed" flush>
              <Items items={home.recent} empty="Nothing was published yet." />
            </Section>
            <Centres home={home} />
            <Acknowledgements />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

type Home = NonNullable<ReturnType<typeof useQuery<typeof contract.home>>['data']>;

function Figures({ home }: { home: Home }) {
  const remind = useCommand(contract.remind, {
    refresh: ['sop'],
    onDone: ({ people }) =>
      notice.ok(people === 1 ? '1 person is reminded.' : `${people} people are reminded.`),
    onError: (error) => notice.error(error),
  });
  const { centre } = home;
  if (!centre) return null;
  return (
    <Stack gap="sm">
      <TileRow>
        <Tile
          label="Acknowledged"
          value={complianceText(centre.current, centre.required)}
          period={`${centre.current} of ${centre.required}`}
          to="/sop/sop-home?status=CURRENT"
        />
        <Tile
          label="Not acknowledged"
          value={centre.required - centre.current}
          to="/sop/sop-home?status=OUTSTANDING&status=STALE"
        />
        <Tile label="Overdue" value={centre.overdue} to="/sop/sop-home?late=YES" />
      </TileRow>
      {centre.mayRemind && centre.required > centre.current ? (
        <Group>
          <Button variant="default" loading={remind.running} onClick={() => void remind.run({})}>
            Remind all
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function Items({ items, empty, due = false }: { items: readonly SopItem[]; empty: string; due?: boolean }) {
  if (items.length === 0)
    return (
      <Text c="dimmed" p="md">
        {empty}
      </Text>
    );
  const columns: Column<SopItem>[] = [
    textColumn(
      'title',
      'Section',
      (one) => (
        <Anchor component={Link} to={sectionPath(one)}>
          {one.title}
        </Anchor>
      ),
      {
        second: (one) =>
          [
            due && one.dueOn ? `Read by ${formatDate(one.dueOn)}` : null,
            one.code,
            one.minutes === 1 ? '1 minute' : `${one.minutes} minutes`,
            one.changeNote,
          ]
            .filter(Boolean)
            .join(' · '),
      },
    ),
    textColumn('state', 'State', (one) => (
      <StatusTag area="sop-person" state={one.overdue ? 'OVERDUE' : one.state} />
    )),
  ];
  return (
    <ShortTable label="Sections" rows={items} keyOf={(one) => one.id} minWidth={280} columns={columns} />
  );
}

function Centres({ home }: { home: Home }) {
  if (home.centres.length === 0) return null;
  type Row = Home['centres'][number];
  return (
    <Section
      title="By centre"
      help={
        home.moreCentres
          ? 'The 50 centres that are furthest behind. Choose a centre at the top for its people.'
          : undefined
      }
      flush
    >
      <ShortTable
        label="Acknowledged by centre"
        rows={home.centres}
        keyOf={(row) => row.id}
        minWidth={400}
        columns={[
          textColumn('name', 'Centre', (row: Row) => row.name),
          textColumn('bp', 'Acknowledged', (row: Row) => complianceText(row.current, row.required)),
          textColumn('of', 'Of', (row: Row) => `${row.current} of ${row.required}`),
        ]}
      />
    </Section>
  );
}

function Acknowledgements() {
  const list = useListing(sopCompliance);
  return (
    <Section title="Acknowledgements" flush>
      <ListingTable
        of={sopCompliance}
        list={list}
        cells={{
          late: {
            cell: (row) => (row.late === 'YES' ? <StatusTag area="sop-person" state="OVERDUE" /> : null),
          },
        }}
        rowLink={(row) => sectionPath({ folderId: row.folderId, id: row.sectionId })}
        empty={{
          title: 'Nothing to acknowledge',
          help: 'What you have to read stands here with its due day.',
        }}
      />
    </Section>
  );
}
