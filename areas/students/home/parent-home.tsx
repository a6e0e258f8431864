import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { ageOn, formatAge, todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatClock, formatPhone } from '@aangan/web/format.ts';
import { useText } from '@aangan/web/text/text.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPhone, IconReceipt } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { MyKitCard } from '../../orders/public.web.tsx';
import { noticeContract } from '../../shell/profile.contract.ts';
import { ChildBusCard } from '../../transport/public.web.tsx';
import { Consents } from '../account/consents.tsx';
import { homeContract } from './home.contract.ts';
import { type Word, words } from './parent-words.tsx';

export type Home = OutputOf<typeof homeContract.child>;
type Child = NonNullable<Home['child']>;

interface ParentHomeProps {
  home: Home;
  pick: (studentAdmissionId: string) => void;
}

/** The family's view of its own child; a phone first. */
export function ParentHome({ home, pick }: ParentHomeProps) {
  const t = useText(words);
  const { child, centre, money } = home;
  if (!child) return <EmptyState title={t('noChild')} help={t('noChildHelp')} />;
  const age = ageOn(child.dateOfBirth, todayIst(new Date()));
  return (
    <Stack gap="md">
      {home.children.length > 1 ? (
        <SegmentedControl
          fullWidth
          aria-label={t('children')}
          value={child.studentAdmissionId}
          onChange={pick}
          data={home.children.map((one) => ({ value: one.studentAdmissionId, label: one.callName }))}
        />
      ) : null}
      <PersonHeader
        name={child.name}
        photoUrl={child.photoUrl}
        facts={[
          {
            label: t('class'),
            value: [child.className, child.sectionName].filter(Boolean).join(' · ') || '–',
          },
          { label: t('admissionNo'), value: child.admissionNo },
          ...(age ? [{ label: '', value: formatAge(age) }] : []),
        ]}
      />
      <PageTabs
        tabs={[
          {
            value: 'overview',
            label: t('overview'),
            content: (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                {money ? <Fees child={child} money={money} /> : null}
                <School child={child} centre={centre} />
                <Suspense fallback={null}>
                  <ChildBusCard student={child.studentAdmissionId} />
                  <MyKitCard student={child.studentAdmissionId} />
                </Suspense>
                <News />
                {money ? <Receipts money={money} /> : null}
                <Papers home={home} />
                {home.people.length > 0 ? <People home={home} /> : null}
              </SimpleGrid>
            ),
          },
          {
            value: 'consents',
            label: t('consents'),
            content: <Consents key={child.studentId} student={child.studentAdmissionId} />,
          },
        ]}
      />
    </Stack>
  );
}

function Fees({ child, money }: { child: Child; money: NonNullable<Home['money']> }) {
  const t = useText(words);
  const navigate = useNavigate();
  const pay = useCommand(homeContract.pay, {
    onDone: ({ path }) => navigate(path),
    onError: (error) => notice.error(error),
  });
  const owes = money.due > 0;
  return (
    <Section title={t('fees')}>
      <Stack gap="md">
        <div>
          <Text size="sm" c="dimmed">
            {owes ? t('dueNow') : t('nothingDue')}
          </Text>
          {owes ? (
            <Group gap="sm" align="baseline">
              <Text fz="1.75rem" fw={600} className="figures">
                <Money paise={money.due} />
              </Text>
              {money.overdue > 0 ? (
                <Tag tone="danger">
                  <Money paise={money.overdue} /> {t('overdue')}
                </Tag>
              ) : null}
            </Group>
          ) : null}
        </div>
        {money.next.length > 0 ? (
          <Button
            size="lg"
            fullWidth
            variant={owes ? 'filled' : 'default'}
            loading={pay.running}
            onClick={() => void pay.run({ student: child.studentAdmissionId })}
          >
            {t(owes ? 'pay' : 'payAhead')}
          </Button>
        ) : null}
        {money.next.map((line) => (
          <Group key={`${line.dueOn} ${line.label}`} justify="space-between" wrap="nowrap">
            <div>
              <Text>{line.label}</Text>
              <Text size="sm" c={line.overdue ? 'var(--a-danger-text)' : 'dimmed'}>
                <DateText day={line.dueOn} />
                {line.overdue ? ` · ${t('overdue')}` : ''}
              </Text>
            </div>
            <Text className="figures">
              <Money paise={line.open} />
            </Text>
          </Group>
        ))}
        {money.advance > 0 ? (
          <Text size="sm" c="dimmed">
            {t('advance')}
            <Money paise={money.advance} />
          </Text>
        ) : null}
      </Stack>
    </Section>
  );
}

function School({ child, centre }: { child: Child; centre: Home['centre'] }) {
  const t = useText(words);
  const time =
    child.startsAt && child.endsAt
      ? `${formatClock(child.startsAt.slice(0, 5))} – ${formatClock(child.endsAt.slice(0, 5))}`
      : child.daySession
        ? t(child.daySession as Word)
        : '–';
  const facts: [string, ReactNode][] = [
    [t('class'), [child.className, child.sectionName].filter(Boolean).join(' · ') || '–'],
    [t('timing'), time],
    [t('firstDay'), <DateText key="day" day={child.joinedOn} />],
    ...(child.admittedOn
      ? ([[t('admitted'), <DateText key="admitted" day={child.admittedOn} />]] as [string, ReactNode][])
      : []),
  ];
  return (
    <Section title={t('school')}>
      <Stack gap="sm">
        {facts.map(([label, value]) => (
          <Group key={label} justify="space-between" wrap="nowrap">
            <Text c="dimmed">{label}</Text>
            <Text ta="end">{value}</Text>
          </Group>
        ))}
        {centre ? (
          <>
            <div>
              <Text fw={500}>{centre.name}</Text>
              {centre.address ? (
                <Text size="sm" c="dimmed">
                  {centre.address}
                </Text>
              ) : null}
            </div>
            {centre.phone ? (
              <Button
                component="a"
                href={`tel:${centre.phone}`}
                variant="default"
                size="lg"
                fullWidth
                leftSection={<IconPhone {...smallIcon} />}
              >
                {t('call')}: {formatPhone(centre.phone)}
              </Button>
            ) : null}
            {centre.email ? (
              <Anchor href={`mailto:${centre.email}`} size="sm">
                {t('mail')}: {centre.email}
              </Anchor>
            ) : null}
          </>
        ) : null}
      </Stack>
    </Section>
  );
}

function News() {
  const t = useText(words);
  const query = useQuery(noticeContract.list, { limit: 5 });
  const rows = query.data?.rows ?? [];
  return (
    <Section title={t('messages')}>
      <Stack gap="sm">
        {rows.length === 0 ? <Text c="dimmed">{t('noMessages')}</Text> : null}
        {rows.map((one) => (
          <div key={one.id}>
            <Text fw={one.read ? 400 : 600}>{one.title}</Text>
            {one.body ? <Text size="sm">{one.body}</Text> : null}
            <Text size="sm" c="dimmed">
              <InstantText at={one.at} ago />
            </Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

function Receipts({ money }: { money: NonNullable<Home['money']> }) {
  const t = useText(words);
  const open = async (id: string) => {
    // Opened before the wait, else the browser takes it for a pop-up.
    const tab = window.open('', '_blank');
    try {
      const { url } = await call(homeContract.openReceipt, { id });
      if (url && tab) tab.location.href = url;
      else {
        tab?.close();
        notice.warn(t('notReady'));
      }
    } catch (error) {
      tab?.close();
      notice.error(error);
    }
  };
  return (
    <Section title={t('receipts')}>
      <Stack gap="xs">
        {money.receipts.length === 0 ? <Text c="dimmed">{t('noReceipts')}</Text> : null}
        {money.receipts.map((one) => (
          <Group key={one.id} justify="space-between" wrap="nowrap">
            <Button
              variant="subtle"
              px={0}
              leftSection={<IconReceipt {...smallIcon} />}
              onClick={() => void open(one.id)}
            >
              {one.number}
            </Button>
            <div style={{ textAlign: 'end' }}>
              <Text className="figures">
                <Money paise={one.amount} />
              </Text>
              <Text size="sm" c="dimmed">
                <DateText day={one.issuedOn} />
              </Text>
            </div>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

const tones = { VERIFIED: 'success', UPLOADED: 'info', REJECTED: 'danger' } as const;

function Papers({ home }: { home: Home }) {
  const t = useText(words);
  return (
    <Section title={t('papers')}>
      <Stack gap="xs">
        {home.documents.length === 0 ? <Text c="dimmed">{t('noPapers')}</Text> : null}
        {home.documents.map((one) => (
          <Group key={one.id} justify="space-between" wrap="nowrap">
            <Text>{t(one.kind in words.en ? (one.kind as Word) : 'OTHER')}</Text>
            <Tag tone={tones[one.status as keyof typeof tones] ?? 'neutral'}>{t(one.status as Word)}</Tag>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function People({ home }: { home: Home }) {
  const t = useText(words);
  return (
    <Section title={t('people')}>
      <Stack gap="xs">
        {home.people.map((one, n) => (
          <Group key={`${one.what} ${one.name}`} justify="space-between" wrap="nowrap">
            <Text>{one.name}</Text>
            <Tag tone="neutral">{t(one.what === 'GATE' ? 'gate' : n === 0 ? 'callFirst' : 'callNext')}</Tag>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
