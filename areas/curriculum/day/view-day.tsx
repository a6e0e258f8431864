import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import '../curriculum-look.tsx';
import { dayContract as contract, type DayView } from './day.contract.ts';
import { DayBlocks, minutesText, nameIn } from './day-blocks.tsx';
import { editDay, viewDay, weekGlance } from './day-paths.ts';
import { NewPreview, RestoreButton, ReviewBar } from './day-review.tsx';

/** /learning-cms/view-day-at-glance/{dayId}: one day as it is taught; authors see their draft. */
export function ViewDay() {
  const { dayId = '' } = useParams();
  const query = useQuery(contract.get, { id: dayId }, { fresh: 0 });
  const day = query.data;
  const [previewing, setPreviewing] = useState(false);
  return (
    <PageFrame
      title={day?.content.title || (day ? `Day ${day.position}` : 'Day at a glance')}
      crumbs={day ? [{ label: day.plan }, { label: `Week ${day.weekNo}`, to: weekGlance(day.id) }] : []}
      primary={day?.can['edit'] ? { label: 'Edit', to: editDay(dayId) } : undefined}
      menu={[
        { label: 'Week at a glance', to: weekGlance(dayId) },
        { label: 'Preview', hidden: !day?.can['preview'], run: () => setPreviewing(true) },
        { label: 'Print', run: () => window.print() },
      ]}
    >
      <QueryState query={query}>{(shown) => <Day day={shown} />}</QueryState>
      {previewing ? <NewPreview dayId={dayId} onClose={() => setPreviewing(false)} /> : null}
    </PageFrame>
  );
}

function Day({ day }: { day: DayView }) {
  const { content, known } = day;
  return (
    <Stack gap="md">
      <ReviewBar day={day} />
      <Section>
        <Stack gap="sm">
          <Group justify="space-between">
            <Step to={day.previousId} label="Previous day" />
            <Text c="dimmed">
              Week {day.weekNo}, day {day.dayNo} · position {day.position} of {day.days}
            </Text>
            <Step to={day.nextId} label="Next day" />
          </Group>
          <Facts
            items={[
              { label: 'Objective', value: content.objective },
              { label: 'Theme', value: content.themeId ? nameIn(known.themes, content.themeId) : null },
              { label: 'Length', value: minutesText(content) },
              {
                label: 'State',
                value: <StatusTag area="curriculum-day" state={day.look} />,
                hidden: day.revisions.length === 0 && day.look === 'READY',
              },
              { label: 'Changed by', value: day.draftBy, hidden: !day.draftBy },
              { label: 'Note to families', value: content.familyNoteEn, hidden: !content.familyNoteEn },
              {
                label: 'Note to families in Hindi',
                value: content.familyNoteHi,
                hidden: !content.familyNoteHi,
              },
            ]}
          />
        </Stack>
      </Section>
      <DayBlocks content={content} known={known} />
      {day.live ? (
        <Section title="What readers see now" help={`Revision ${day.liveRev}`}>
          <Stack gap="sm">
            <Text fw={600}>{day.live.title}</Text>
            <Text>{day.live.objective}</Text>
            <DayBlocks content={day.live} known={known} />
          </Stack>
        </Section>
      ) : null}
      <Revisions day={day} />
    </Stack>
  );
}

const Step = ({ to, label }: { to: string | null; label: string }) =>
  to ? (
    <Button component={Link} to={viewDay(to)} variant="default" size="xs" className="no-print">
      {label}
    </Button>
  ) : (
    <span />
  );

function Revisions({ day }: { day: DayView }) {
  if (day.revisions.length === 0) return null;
  return (
    <Section title="Revisions">
      <Stack gap="xs">
        {day.revisions.map((one) => (
          <Group key={one.rev} gap="sm">
            <Text size="sm">
              {one.rev}. <InstantText at={one.at} />
              {one.by ? `, written by ${one.by}` : ''}
              {one.approver ? `, approved by ${one.approver}` : ''}
              {one.note ? `: ${one.note}` : ''}
            </Text>
            {day.can['restore'] && (one.rev !== day.liveRev || day.live) ? (
              <RestoreButton day={day} rev={one.rev} />
            ) : null}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
