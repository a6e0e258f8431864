// /learning/bulkUploadCurriculumCMS/{folderMapID}: a plan as a file, and the changed file back into drafts.
import type { ImportJob } from '@aangan/contract/file-import.ts';
import { saveBlob } from '@aangan/web/api/open-file.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { ImportScreen } from '@aangan/web/import/import-screen.tsx';
import { toCsv } from '@aangan/web/record/import-file.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router';
import { planPath } from '../plan/plan-dialogs.tsx';
import { bulkHeadings, bulkImport, bulkPreview, bulkContract as contract } from './bulk-import.contract.ts';

export function BulkUpload() {
  const { folderMapID = '' } = useParams();
  const query = useQuery(contract.content, { planId: folderMapID }, { fresh: 0 });
  const navigate = useNavigate();
  return (
    <PageFrame
      title="Upload curriculum"
      crumbs={[
        { label: 'Curriculum CMS', to: '/learning/curriculum-cms' },
        { label: query.data?.title ?? 'Plan', to: planPath(folderMapID) },
      ]}
    >
      <QueryState query={query}>
        {({ title, classGroup, year, open, rows }) => (
          <Stack gap="md">
            <Section
              actions={
                <Button
                  variant="default"
                  leftSection={<IconDownload {...icon} />}
                  onClick={() => download(title, rows)}
                >
                  Download the plan
                </Button>
              }
            >
              <Facts
                items={[
                  { label: 'Plan', value: title },
                  { label: 'Class group', value: classGroup },
                  { label: 'Year', value: year },
                  { label: 'Rows', value: formatCount(rows.length) },
                ]}
              />
            </Section>
            {open ? (
              <>
                <Section title="How the file is read">
                  <List size="sm" spacing={4}>
                    <List.Item>Each row is a block; plan, week, day and position say which one.</List.Item>
                    <List.Item>A position after the last one adds a block.</List.Item>
                    <List.Item>
                      Empty cells keep what stands there; “yes” under remove takes the block away.
                    </List.Item>
                    <List.Item>
                      Title, objective, theme and notes of a day stand in one of its rows.
                    </List.Item>
                    <List.Item>Several skills, materials or files stand apart by semicolons.</List.Item>
                  </List>
                  <Text fz="sm" className="quiet" mt="xs">
                    Everything becomes a draft: published days stay as they are until the change is approved.
                  </Text>
                </Section>
                <ImportScreen
                  of={bulkImport}
                  refresh={['curriculum-plan', 'curriculum-day', 'curriculum-bulk']}
                  preview={Preview}
                  onDone={() => navigate(planPath(folderMapID))}
                />
              </>
            ) : (
              <Alert>This plan cannot be changed in its present state. Its content can be downloaded.</Alert>
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

/** With the mark by which spreadsheet programs know the characters. */
const download = (title: string, rows: readonly (readonly string[])[]) =>
  saveBlob(
    new Blob(['\ufeff', toCsv([Object.values(bulkHeadings), ...rows])], { type: 'text/csv;charset=utf-8' }),
    `${title}.csv`,
  );

function Preview({ job }: { job: ImportJob }) {
  const found = bulkPreview.safeParse(job.preview).data;
  if (!found) return null;
  return (
    <TileRow>
      <Tile label="New blocks" value={formatCount(found.added)} />
      <Tile label="Changed" value={formatCount(found.changed)} />
      <Tile label="Unchanged" value={formatCount(found.unchanged)} />
      <Tile label="Taken away" value={formatCount(found.removed)} />
      <Tile label="Days changed" value={`${formatCount(found.changedDays)} of ${formatCount(found.days)}`} />
    </TileRow>
  );
}
