import { formatDay } from '@aangan/web/format.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Stack, Table, Text } from '@mantine/core';
import { cm, kg } from '../health/health-range.ts';
import type { ReportSnapshot } from './report-snapshot.ts';
import { cardWords } from './report-words.tsx';

type Level = ReportSnapshot['skills'][number]['rows'][number]['levels'][number];
const tones = ['neutral', 'info', 'warning', 'success', 'danger'] as const;
const toneOf = (colour: string) => tones.find((tone) => tone === colour) ?? 'neutral';

/** A card as it was frozen, or the draft of one: the same for staff and family. */
export function ReportCardView({ card }: { card: ReportSnapshot }) {
  const t = useText(cardWords);
  return (
    <Stack gap="md">
      <Section title={`${card.title}: ${card.term}`} help={`${card.centre} · ${card.year}`}>
        <Facts
          min={150}
          items={[
            { label: t('class'), value: card.className },
            { label: t('roll'), value: card.rollNo },
            { label: t('admission'), value: card.admissionNo },
            { label: t('born'), value: formatDay(card.dateOfBirth) },
            { label: t('teacher'), value: card.classTeacher },
            { label: t('height'), value: cm(card.health?.heightMm ?? null), hidden: card.health === null },
            { label: t('weight'), value: kg(card.health?.weightG ?? null), hidden: card.health === null },
          ]}
        />
      </Section>
      {card.attendance && card.attendance.length > 0 && (
        <Section title={t('attendance')} flush>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('month')}</Table.Th>
                <Table.Th ta="end">{t('working')}</Table.Th>
                <Table.Th ta="end">{t('attended')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {card.attendance.map(({ month, marked, attended }) => (
                <Table.Tr key={month}>
                  <Table.Td className="figures">{`${month.slice(5)}-${month.slice(0, 4)}`}</Table.Td>
                  <Table.Td ta="end" className="figures">
                    {marked}
                  </Table.Td>
                  <Table.Td ta="end" className="figures">
                    {attended}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
      {card.skills.map((skill) => (
        <Section key={skill.name} title={skill.name} flush>
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('competency')}</Table.Th>
                  {card.terms.map((term) => (
                    <Table.Th key={term} w={130}>
                      {term}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {skill.rows.map((row) => (
                  <Table.Tr key={`${row.subSkill} ${row.name}`}>
                    <Table.Td>
                      {row.name}
                      {row.notObserved && (
                        <Text size="sm" className="quiet">
                          {`${t('notObserved')}: ${row.notObserved}`}
                        </Text>
                      )}
                    </Table.Td>
                    {row.levels.map((level, n) => (
                      <Table.Td key={card.terms[n]}>
                        <LevelTag level={level} />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Section>
      ))}
      {card.remark && (
        <Section title={t('remark')}>
          <Stack gap="sm">
            <Text style={{ whiteSpace: 'pre-wrap' }}>{card.remark}</Text>
            {card.strengths && <Text>{`${t('strengths')}: ${card.strengths}`}</Text>}
            {card.nextStep && <Text>{`${t('nextStep')}: ${card.nextStep}`}</Text>}
          </Stack>
        </Section>
      )}
      {card.footer && <Text className="quiet">{card.footer}</Text>}
    </Stack>
  );
}

function LevelTag({ level }: { level: Level }) {
  const { language } = useLanguage();
  if (!level) return '–';
  return (
    <Tag tone={toneOf(level.colour)}>{language === 'hi' ? (level.labelHi ?? level.label) : level.label}</Tag>
  );
}
