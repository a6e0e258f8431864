import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandForm } from '@aangan/web/form/command-form.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Stack } from '@mantine/core';
import {
  type AmsSettingName,
  type AmsSettingSet,
  amsSettingFields,
  amsSettingContract as contract,
} from './ams-setting.contract.ts';

const groups = [
  {
    title: 'Plan of visits',
    names: [
      'visitsPerDay',
      'minGapDays',
      'maxKm',
      'movesWithoutApproval',
      'announceDays',
      'followUpDays',
      'firstAuditFromDays',
      'firstAuditToDays',
    ],
    columns: 2,
  },
  {
    title: 'At the centre and after it',
    names: ['geofenceM', 'packDaysAhead', 'submitDeadlineHours', 'publishDeadlineHours'],
    columns: 2,
  },
  { title: 'Photos', names: ['photoMaxPx', 'photoQuality', 'maxPhotosPerAudit'], columns: 3 },
  { title: 'From when', names: ['effectiveFrom'], columns: 3 },
] as const;
const names = Object.keys(amsSettingFields) as AmsSettingName[];

/** /amsv1/amsConfiguration: the limits of visits and audits, each set from a day to come. */
export function AmsSettings() {
  const query = useQuery(contract.view, {}, { fresh: 0 });
  const mayWrite = useSession().holds(contract.save.module, true);
  return (
    <PageFrame title="AMS settings">
      <QueryState query={query}>
        {({ now, coming, past }) => {
          const latest = coming[coming.length - 1] ?? now;
          return (
            <Stack gap="md">
              <Sets now={now} coming={coming} past={past} mayWrite={mayWrite} />
              {mayWrite ? (
                <CommandForm
                  key={JSON.stringify([now, coming])}
                  of={contract.save}
                  start={{ ...latest.values, effectiveFrom: addDays(todayIst(serverNow()), 1) }}
                  groups={groups}
                  refresh={['ams-setting']}
                  confirm="Save settings"
                  will="Visits planned before keep the values of their day"
                  done="Settings saved."
                />
              ) : (
                <Section title="Values">
                  <Facts
                    items={names.map((name) => ({
                      label: amsSettingFields[name].label,
                      value: now.values[name],
                    }))}
                  />
                </Section>
              )}
            </Stack>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

/** What a set changes against the one before it, in words. */
function changesOf(set: AmsSettingSet, before: AmsSettingSet | undefined): string {
  if (!before) return 'First values';
  const changed = names.filter((name) => set.values[name] !== before.values[name]);
  return changed.length === 0
    ? 'No change'
    : changed
        .map((name) => `${amsSettingFields[name].label} ${before.values[name]} → ${set.values[name]}`)
        .join('; ');
}

function Sets({
  now,
  coming,
  past,
  mayWrite,
}: {
  now: AmsSettingSet;
  coming: readonly AmsSettingSet[];
  past: readonly AmsSettingSet[];
  mayWrite: boolean;
}) {
  const takeBack = useCommand(contract.takeBack, {
    onDone: () => notice.ok('Taken back.'),
    onError: (error) => notice.error(error),
  });
  const rows = [...[...coming].reverse(), now, ...past];
  const isComing = (set: AmsSettingSet) => set.effectiveFrom > now.effectiveFrom;
  const placeOf = (set: AmsSettingSet) =>
    set === now ? <Tag tone="success">In force</Tag> : isComing(set) ? <Tag tone="info">To come</Tag> : null;
  return (
    <Section title="From when which values apply" flush>
      <ShortTable
        label="Sets of values"
        rows={rows}
        keyOf={(set) => set.effectiveFrom}
        minWidth={640}
        columns={[
          { id: 'from', label: 'From', width: 130, cell: (set) => <DateText day={set.effectiveFrom} /> },
          { id: 'state', label: '', width: 120, cell: placeOf },
          {
            id: 'change',
            label: 'Change',
            cell: (set) => changesOf(set, rows[rows.indexOf(set) + 1]),
            second: (set) => set.savedBy,
          },
          buttonColumn<AmsSettingSet>('Take back', {
            says: (set) => `Take back the values from ${formatDate(set.effectiveFrom)}`,
            run: (set) => void takeBack.run({ effectiveFrom: set.effectiveFrom }),
            when: (set) => mayWrite && isComing(set),
          }),
        ]}
      />
    </Section>
  );
}
