import { isDay, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PrintButton, PrintFrame } from '@aangan/web/ui/print-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { diaryContract } from './diary.contract.ts';
import { type DiaryKind, diaryKinds, kindNames, moduleOfKind } from './diary-kinds.ts';
import './diary-look.tsx';
import { diaryPaths } from './diary-paths.tsx';
import { FeedItem } from './entry-feed.tsx';

/** /generaldiary/class-diary-list: everything that is written for a section and day. */
export function ClassDiary() {
  const [section, setSection] = useParam('section');
  const [on, setOn] = useParam('on');
  const [kind, setKind] = useParam('kind');
  const { holds } = useSession();
  const sections = useQuery(diaryContract.form, {});
  const onDate = on && isDay(on) ? on : todayIst(serverNow());
  const sectionId = section ?? sections.data?.sections[0]?.id ?? null;
  return (
    <PageFrame
      title="Class diary"
      context="centre-year"
      primary={
        holds(moduleOfKind.GENERAL, true)
          ? { label: 'Add entry', to: `/generaldiary/add-generaldiary/${onDate}` }
          : undefined
      }
    >
      <QueryState query={sections}>
        {(facts) => (
          <Stack gap="md" style={{ maxWidth: 760 }}>
            <Group align="end" gap="sm" className="no-print">
              <Select
                label="Section"
                data={facts.sections.map(({ id, label }) => ({ value: id, label }))}
                value={sectionId}
                onChange={setSection}
                allowDeselect={false}
                searchable
              />
              <div style={{ width: 160 }}>
                <FieldInput
                  kind="date"
                  name="on"
                  label="Day"
                  value={onDate}
                  onChange={(day) => setOn(typeof day === 'string' ? day : null)}
                />
              </div>
              <Select
                label="Kind"
                data={kindNames.map((value) => ({ value, label: diaryKinds[value] }))}
                value={kind}
                onChange={setKind}
                placeholder="Everything"
                clearable
              />
              <PrintButton />
            </Group>
            {sectionId ? (
              <DayFeed sectionId={sectionId} onDate={onDate} kind={kind as DiaryKind | null} />
            ) : (
              <EmptyState
                title="No section is yours today"
                help="The centre head names the teachers of a section under Classes."
              />
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function DayFeed({ sectionId, onDate, kind }: { sectionId: string; onDate: string; kind: DiaryKind | null }) {
  const query = useQuery(diaryContract.sectionFeed, { sectionId, onDate, ...(kind ? { kind } : {}) });
  return (
    <QueryState query={query}>
      {({ section, attendance, entries }) => (
        <PrintFrame title={`Class diary, ${section}`} subtitle={formatDay(onDate)}>
          <Stack gap="md">
            <Text c="dimmed">
              {attendance.present + attendance.absent + attendance.leave === 0
                ? 'Attendance is not marked yet.'
                : `${attendance.present} present, ${attendance.absent} absent, ${attendance.leave} on leave`}
            </Text>
            {entries.length === 0 && <EmptyState title="Nothing is written for this day" />}
            {entries.map((entry) => (
              <FeedItem
                key={entry.id}
                entry={entry}
                foot={
                  <Group gap="sm">
                    <StatusTag area="diary" state={entry.status} />
                    {entry.status !== 'DRAFT' && (
                      <Anchor component={Link} size="sm" to={diaryPaths[entry.kind].view(entry.id)}>
                        {`Seen ${entry.seen} / ${entry.children}`}
                      </Anchor>
                    )}
                    {entry.status === 'DRAFT' && (
                      <Anchor component={Link} size="sm" to={diaryPaths[entry.kind].view(entry.id)}>
                        Open
                      </Anchor>
                    )}
                  </Group>
                }
              />
            ))}
          </Stack>
        </PrintFrame>
      )}
    </QueryState>
  );
}
