import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { MonthGrid } from '../calendar/month-grid.tsx';
import { BarChart, FunnelChart, LineChart } from '../charts/charts.tsx';
import { FieldInput } from '../fields/field-input.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { icon } from '../ui/icon.ts';
import { MoneyMoment } from '../ui/money-moment.tsx';
import { notice } from '../ui/notices.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { PersonHeader } from '../ui/person-header.tsx';
import { QrImage } from '../ui/qr-image.tsx';
import { Facts, Section, TwoColumns } from '../ui/section.tsx';
import { StatusTag, Tag } from '../ui/status-tag.tsx';
import { Wizard } from '../ui/steps.tsx';
import { Tile, TileRow } from '../ui/tile.tsx';
import { TimelineList } from '../ui/timeline-list.tsx';
import { CopyText, DateText, EmailText, InstantText, Money, PhoneText } from '../ui/values.tsx';

const months = ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'].map((label, i) => ({
  label,
  paid: 1_800_000_00 + i * 320_000_00,
  due: 600_000_00 - i * 40_000_00,
}));

const HOLIDAYS: Readonly<Record<string, string>> = { '2026-11-09': 'Diwali', '2026-11-24': 'Guru Nanak' };

/** Every part of the kit once. */
export function GalleryParts() {
  const [asking, setAsking] = useState(false);
  const [days, setDays] = useState<readonly string[]>(['2026-11-18', '2026-11-19']);
  const [pictures, setPictures] = useState<unknown>([]);
  const [vehicles, setVehicles] = useState<unknown>([]);
  return (
    <PageFrame
      title="Aarav Deshmukh-Venkataraman"
      crumbs={[{ label: 'Students', to: '/' }]}
      count={{ n: 10000, more: true }}
      context="centre-year"
      primary={{
        label: 'Add payment',
        run: () => notice.ok('Receipt R012/2627/000123 saved'),
        icon: <IconPlus {...icon} />,
      }}
      menu={[{ label: 'Print' }, { label: 'Withdraw', danger: true, run: () => setAsking(true) }]}
    >
      <PersonHeader
        name="Aarav Deshmukh"
        state={<StatusTag area="student" state="ACTIVE" />}
        facts={[
          { label: 'Class', value: 'Nursery B' },
          { label: 'Code', value: <CopyText text="ADM/014/2627/00042" /> },
          { label: 'Mobile', value: <PhoneText phone="+919820012310" /> },
        ]}
        actions={<Button variant="default">Message</Button>}
      />
      <TileRow>
        <Tile
          label="Collected today"
          value={<Money paise={1234567_50} />}
          change={{ text: '+12 %', tone: 'success', direction: 'up' }}
          period="vs Friday"
          spark={[3, 5, 4, 8, 7, 9, 12]}
          to="/vehicles"
          asOf="2026-11-21T05:12:00Z"
        />
        <Tile
          label="Overdue"
          value={<Money paise={9_87_65_432_00} short />}
          change={{ text: '+3', tone: 'danger', direction: 'up' }}
          period="vs October"
          spark={[9, 8, 8, 9, 10, 10, 12]}
          to="/vehicles"
        />
        <Tile
          label="Enquiries yet to call"
          value="17"
          change={{ text: 'no change', tone: 'neutral', direction: 'flat' }}
          to="/vehicles"
        />
        <Tile label="Attendance not marked" value="–" error={{ retry: () => undefined }} />
      </TileRow>
      <TwoColumns
        main={
          <>
            <Section title="Tags and values" help="Colour never stands alone.">
              <Group gap="sm">
                {['PENDING', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'FAIL', 'ODD'].map((state) => (
                  <StatusTag key={state} area="order" state={state} />
                ))}
                <Tag tone="warning">Approval waiting</Tag>
                <Tag tone="neutral">Draft</Tag>
              </Group>
              <div style={{ height: 16 }} />
              <Facts
                items={[
                  { label: 'Amount', value: <Money paise={-4250000} /> },
                  { label: 'Born', value: <DateText day="2023-02-14" /> },
                  { label: 'Changed', value: <InstantText at="2026-11-20T05:12:00Z" ago /> },
                  { label: 'E-mail', value: <EmailText email="gita.deshmukh.venkataraman@example.in" /> },
                  { label: 'Sibling', value: '' },
                ]}
              />
            </Section>
            <Section title="Collections by month">
              <BarChart
                title="Collections by month"
                unit="money"
                data={months}
                series={[
                  { key: 'paid', label: 'Paid' },
                  { key: 'due', label: 'Due' },
                ]}
              />
            </Section>
            <Section title="Trend">
              <LineChart
                title="Trend"
                unit="money"
                data={months}
                series={[{ key: 'paid', label: 'Paid' }]}
                height={180}
              />
            </Section>
            <Section title="Month">
              <MonthGrid
                month="2026-11"
                cell={(day) =>
                  HOLIDAYS[day]
                    ? { says: `Holiday: ${HOLIDAYS[day]}`, content: <small>{HOLIDAYS[day]}</small> }
                    : null
                }
                chosen={days}
                onPick={setDays}
              />
            </Section>
            <Section title="Several">
              <FieldInput
                kind="files"
                label="Pictures"
                accept={['jpg', 'png', 'pdf']}
                most={3}
                value={pictures}
                onChange={setPictures}
              />
              <FieldInput
                kind="references"
                to="vehicle"
                label="Vehicles"
                optional
                value={vehicles}
                onChange={setVehicles}
              />
            </Section>
            <Section title="Funnel">
              <FunnelChart
                title="Funnel"
                steps={[
                  { label: 'Enquiries', value: 1240, to: '/vehicles' },
                  { label: 'Visited', value: 610 },
                  { label: 'Applied', value: 322 },
                  { label: 'Admitted', value: 248 },
                ]}
              />
            </Section>
            <MoneyMoment
              label="Refund"
              amount={1250000}
              from="Andheri"
              to="Gita Deshmukh"
              next="The bank sends it within 3 working days."
              undo="Can be stopped until 18:00 by Chetan."
            >
              <Group>
                <Button>Refund ₹12,500.00</Button>
                <Button variant="default">Cancel</Button>
              </Group>
            </MoneyMoment>
            <PageTabs
              tabs={[
                {
                  value: 'a',
                  label: 'Fees',
                  count: 12,
                  content: (
                    <Wizard
                      steps={[
                        { label: 'Child', content: <Text>Who is it?</Text> },
                        { label: 'Fees', content: <Text>What will be paid?</Text> },
                        { label: 'Confirm', content: <Text>All that will happen.</Text> },
                      ]}
                      finish={{ label: 'Admit Aarav', run: () => undefined }}
                    />
                  ),
                },
                {
                  value: 'b',
                  label: 'Papers',
                  content: (
                    <EmptyState
                      title="No papers yet"
                      help="Birth certificate and photo come first."
                      action={{ label: 'Upload a paper', run: () => undefined }}
                    />
                  ),
                },
              ]}
            />
          </>
        }
        rail={
          <>
            <Section title="Timeline">
              <TimelineList
                items={[
                  {
                    at: '2026-11-21T04:12:00Z',
                    who: 'Bina Kulkarni',
                    what: 'Moved to Nursery B',
                    tone: 'info',
                  },
                  {
                    at: '2026-10-02T04:12:00Z',
                    who: 'Chetan Rao',
                    what: 'Fee plan approved',
                    tone: 'success',
                    note: 'Sibling concession kept.',
                  },
                ]}
              />
            </Section>
            <Section title="Code">
              <QrImage value="https://aangan.example/p/abc" label="Enquiry form of Andheri" size={140} />
            </Section>
            <Section>
              <ErrorState
                error={
                  new ApiError({
                    status: 503,
                    code: 'x',
                    message: 'Service Unavailable!',
                    incident: '0193f0c2-aaaa',
                  })
                }
                retry={() => undefined}
              />
            </Section>
            <Stack gap="sm">
              <Button
                variant="default"
                onClick={() => notice.undo('Notice archived', () => notice.ok('It is back'))}
              >
                Undo notice
              </Button>
              <Button variant="default" onClick={() => notice.error('Franchisee list failed')}>
                Error notice
              </Button>
              <Button variant="default" onClick={() => notice.warn('Please Select Acadamic Year')}>
                Warning notice
              </Button>
            </Stack>
          </>
        }
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Withdraw Aarav?"
        text="Fees after November are cancelled; the place goes to the waiting list."
        confirm="Withdraw Aarav"
        danger
        reason={{ label: 'Why', required: true }}
        run={() => undefined}
      />
    </PageFrame>
  );
}
