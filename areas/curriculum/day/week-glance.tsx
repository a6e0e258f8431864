import { useQuery } from '@aangan/web/api/use-query.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import '../curriculum-look.tsx';
import { weekContract as contract, type WeekView } from './day.contract.ts';
import { minutesText } from './day-blocks.tsx';
import { bases, blockKinds, type Material, sources } from './day-content.ts';
import { viewDay, weekGlance, writeWeek } from './day-paths.ts';
import classes from './week-glance.module.css';

/** /learning-cms/week-glance/{folderId} and /{dayId}: the days of a week side by side. */
export function WeekGlance() {
  const { folderId, dayId } = useParams();
  const query = useQuery(contract.get, { id: folderId ?? dayId ?? '' }, { fresh: 0 });
  const week = query.data;
  const first = week?.days[0];
  return (
    <PageFrame
      title={week ? `Week ${week.weekNo}${week.title ? `: ${week.title}` : ''}` : 'Week at a glance'}
      crumbs={week ? [{ label: week.plan }] : []}
      primary={
        week?.can.edit && first ? { label: 'Edit week', to: writeWeek(week.folderId, first.id) } : undefined
      }
      menu={[{ label: 'Print', run: () => window.print() }]}
    >
      <QueryState query={query}>{(shown) => <Week week={shown} />}</QueryState>
    </PageFrame>
  );
}

function Week({ week }: { week: WeekView }) {
  const materials = week.days.flatMap(({ content }) => content.blocks.flatMap((block) => block.materials));
  return (
    <Stack gap="md">
      <Group justify="space-between" className="no-print">
        <Step to={week.previousId} label="Previous week" />
        <Step to={week.nextId} label="Next week" />
      </Group>
      {week.theme || week.summary ? (
        <Section title={week.theme ? `Theme: ${week.theme}` : 'About this week'}>
          <Text>{week.summary}</Text>
        </Section>
      ) : null}
      <div className={classes.days}>
        {week.days.map((day) => (
          <section key={day.id} className={classes.day} aria-label={`Day ${day.dayNo}`}>
            <Text size="sm" c="dimmed">
              Day {day.dayNo}
            </Text>
            <Anchor component={Link} to={viewDay(day.id)} fw={600}>
              {day.content.title || 'No title yet'}
            </Anchor>
            <Text size="sm" c="dimmed">
              {minutesText(day.content)}
            </Text>
            {week.can.edit ? <StatusTag area="curriculum-day" state={day.look} /> : null}
            {day.content.blocks.map((block) => (
              <div key={block.id} className={classes.block}>
                <Text size="sm" fw={600}>
                  {block.title || blockKinds[block.kind]}
                </Text>
                <Text size="sm" c="dimmed">
                  {blockKinds[block.kind]} · {block.minutes} min{block.optional ? ' · optional' : ''}
                </Text>
              </div>
            ))}
          </section>
        ))}
      </div>
      {materials.length > 0 ? (
        <Section title="Materials of the week">
          <Stack gap={4}>
            {summed(materials).map((text) => (
              <Text key={text} size="sm">
                {text}
              </Text>
            ))}
          </Stack>
        </Section>
      ) : null}
    </Stack>
  );
}

/** Equal materials counted together. */
function summed(materials: readonly Material[]): string[] {
  const sums = new Map<string, { one: Material; qty: number }>();
  for (const one of materials) {
    const key = [one.name.toLowerCase(), one.basis, one.source].join('\n');
    sums.set(key, { one, qty: (sums.get(key)?.qty ?? 0) + one.qty });
  }
  return [...sums.values()]
    .sort((a, b) => a.one.name.localeCompare(b.one.name))
    .map(({ one, qty }) => `${qty} × ${one.name} ${bases[one.basis]}, ${sources[one.source].toLowerCase()}`);
}

const Step = ({ to, label }: { to: string | null; label: string }) =>
  to ? (
    <Button component={Link} to={weekGlance(to)} variant="default" size="xs">
      {label}
    </Button>
  ) : (
    <span />
  );
