import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { gstinProblem } from '@aangan/contract/india.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Alert, Anchor, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useNavigate, useParams } from 'react-router';
import { networkModules } from '../network-modules.ts';
import { franchiseeContract } from './franchisee.contract.ts';
import { LANGUAGES } from './franchisee-shapes.ts';

type Franchisee = OutputOf<typeof franchiseeContract.view>;

const models = [
  { value: 'FOFO', label: 'Franchise owned (FOFO)' },
  { value: 'COCO', label: 'Company owned (COCO)' },
];
const languages = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
const register = [{ label: 'Franchisees', to: '/franchisee' }];

export function CreateFranchisee() {
  const navigate = useNavigate();
  const form = useForm(franchiseeContract.create, {
    start: { model: 'FOFO', languages: ['en', 'hi'] },
    draft: 'franchisee-new',
    onDone: ({ id, label }) => {
      notice.ok(`Centre ${label} created.`);
      void navigate(`/franchisee/view/${id}`);
    },
  });
  return (
    <PageFrame title="New franchisee" crumbs={register}>
      <Form form={form}>
        <RegisterFields hints />
        <SaveBar label="Create franchisee" will="Enters the centre as a lead" />
      </Form>
    </PageFrame>
  );
}

/** With an id from the register; without one the chosen centre. Who only keeps the own centre changes its contact data. */
export function EditFranchisee() {
  const { franchiseeId } = useParams();
  const session = useSession();
  const query = useQuery(
    franchiseeContract.view,
    franchiseeId ? { franchiseeId: Number(franchiseeId) } : {},
    { enabled: Boolean(franchiseeId ?? session.franchisee) },
  );
  if (!franchiseeId && !session.franchisee)
    return (
      <PageFrame title="Franchisee" context="centre">
        <EmptyState title="Which centre?" help="Choose a centre in the drawer on the right." />
      </PageFrame>
    );
  return (
    <QueryState query={query}>
      {(franchisee) =>
        session.holds(networkModules.Franchisee, true) ? (
          <EditRegister key={franchisee.version} franchisee={franchisee} />
        ) : (
          <EditOwn key={franchisee.version} franchisee={franchisee} />
        )
      }
    </QueryState>
  );
}

const registerNames = [
  'companyName',
  'legalName',
  'code',
  'model',
  'zoneId',
  'cityId',
  'brandId',
  'address1',
  'address2',
  'landmark',
  'pincode',
  'lat',
  'lng',
  'phone',
  'email',
  'gstin',
  'tan',
  'udiseCode',
  'opensAt',
  'closesAt',
  'languages',
] as const;

function EditRegister({ franchisee }: { franchisee: Franchisee }) {
  const navigate = useNavigate();
  const form = useForm(franchiseeContract.update, {
    start: Object.fromEntries(registerNames.map((name) => [name, franchisee[name]])),
    ifMatch: franchisee.version,
    draft: `franchisee:${franchisee.id}`,
    toInput: (values) => ({
      franchiseeId: franchisee.id,
      changes: Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, value === '' ? null : value]),
      ),
    }),
    onDone: () => {
      notice.ok('Saved.');
      void navigate(`/franchisee/view/${franchisee.id}`);
    },
  });
  return (
    <PageFrame title={franchisee.label} crumbs={register}>
      <Form form={form}>
        <RegisterFields
          names={{ zone: franchisee.zoneName, city: franchisee.cityName, brand: franchisee.brandName }}
        />
        <SaveBar label="Save franchisee" />
      </Form>
    </PageFrame>
  );
}

function EditOwn({ franchisee }: { franchisee: Franchisee }) {
  const navigate = useNavigate();
  const { phone, email, opensAt, closesAt } = franchisee;
  const form = useForm(franchiseeContract.updateOwn, {
    start: { phone, email, opensAt, closesAt, languages: franchisee.languages },
    ifMatch: franchisee.version,
    onDone: () => {
      notice.ok('Saved.');
      void navigate('/franchisee/view');
    },
  });
  return (
    <PageFrame title={franchisee.label} context="centre">
      <Form form={form}>
        <Stack gap="lg">
          <Section title="How parents reach you" help="Name, place and tax data are kept by head office.">
            <Stack>
              <Field name="phone" kind="phone" label="Phone" optional />
              <Field name="email" kind="email" label="E-mail" optional />
              <Hours />
            </Stack>
          </Section>
          <Section title="Photo" help="Parents and colleagues see it in the directory.">
            <Field
              name="photoFileId"
              kind="file"
              label="Photo of the centre"
              optional
              accept={['jpg', 'png', 'webp']}
            />
          </Section>
          <Text size="sm" c="dimmed">
            Contacts by department and papers are on{' '}
            <Anchor component={Link} to="/franchisee/view">
              the centre’s page
            </Anchor>
            .
          </Text>
        </Stack>
        <SaveBar label="Save" />
      </Form>
    </PageFrame>
  );
}

function Hours() {
  return (
    <>
      <SimpleGrid cols={2}>
        <Field name="opensAt" kind="time" label="Opens at" optional />
        <Field name="closesAt" kind="time" label="Closes at" optional />
      </SimpleGrid>
      <Field name="languages" kind="choices" label="Languages spoken with parents" options={languages} />
    </>
  );
}

function RegisterFields({
  names = {},
  hints = false,
}: {
  names?: { zone?: string | null; city?: string | null; brand?: string | null };
  hints?: boolean;
}) {
  return (
    <Stack gap="lg">
      <Section title="Basics">
        <Stack>
          <Field name="companyName" kind="text" label="Company name" max={120} autoFocus />
          {hints ? <Similar /> : null}
          <Field name="legalName" kind="text" label="Legal name" optional max={120} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Field name="code" kind="text" label="Store code" optional max={20} />
            <Field name="model" kind="choice" label="Model" options={models} />
            <Field
              name="brandId"
              kind="reference"
              to="brand"
              label="Brand"
              optional
              chosenLabel={names.brand ?? null}
            />
            <Field
              name="zoneId"
              kind="reference"
              to="zone"
              label="Zone"
              optional
              chosenLabel={names.zone ?? null}
            />
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title="Place">
        <Stack>
          <Field name="cityId" kind="reference" to="city" label="City" chosenLabel={names.city ?? null} />
          <Field name="address1" kind="text" label="Address" optional max={120} />
          <Field name="address2" kind="text" label="Address, second line" optional max={120} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Field name="landmark" kind="text" label="Landmark" optional max={120} />
            <Field name="pincode" kind="text" label="Pincode" optional max={6} />
            <Field name="lat" kind="decimal" digits={6} label="Latitude" optional />
            <Field name="lng" kind="decimal" digits={6} label="Longitude" optional />
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title="Contact and timings">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Field name="phone" kind="phone" label="Phone" optional />
            <Field name="email" kind="email" label="E-mail" optional />
          </SimpleGrid>
          <Hours />
        </Stack>
      </Section>
      <Section title="Tax">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Field name="gstin" kind="text" label="GSTIN" optional max={15} />
            <Field name="tan" kind="text" label="TAN" optional max={10} />
            <Field name="udiseCode" kind="text" label="UDISE code" optional max={11} />
          </SimpleGrid>
          <GstinCheck />
        </Stack>
      </Section>
    </Stack>
  );
}

/** Says while one types whether the number can be right, and which state and PAN stand in it. */
function GstinCheck() {
  const { values } = useFormModel();
  const gstin = String(values['gstin'] ?? '')
    .trim()
    .toUpperCase();
  if (gstin.length !== 15) return null;
  const problem = gstinProblem(gstin);
  return problem ? (
    <Alert color="warning">{problem.text}</Alert>
  ) : (
    <Text size="sm" c="dimmed">
      State code {gstin.slice(0, 2)}, PAN {gstin.slice(2, 12)}. The check digit is right.
    </Text>
  );
}

function Similar() {
  const { values } = useFormModel();
  const [typed] = useDebouncedValue(
    {
      companyName: String(values['companyName'] ?? '').trim(),
      cityId: typeof values['cityId'] === 'number' ? values['cityId'] : undefined,
      gstin: String(values['gstin'] ?? '').trim(),
      phone: String(values['phone'] ?? '').trim(),
    },
    400,
  );
  const { data } = useQuery(
    franchiseeContract.similar,
    {
      ...(typed.companyName.length >= 3 ? { companyName: typed.companyName.slice(0, 120) } : {}),
      ...(typed.cityId ? { cityId: typed.cityId } : {}),
      ...(typed.gstin.length === 15 ? { gstin: typed.gstin } : {}),
      ...(typed.phone.length >= 10 ? { phone: typed.phone.slice(0, 40) } : {}),
    },
    { enabled: typed.companyName.length >= 3 || typed.gstin.length === 15 || typed.phone.length >= 10 },
  );
  if (!data || data.rows.length === 0) return null;
  return (
    <Alert color="warning" title="Is it one of these?">
      {data.rows.map((row) => (
        <div key={row.id}>
          <Anchor component={Link} to={`/franchisee/view/${row.id}`}>
            {row.label}
          </Anchor>{' '}
          · {row.why}
        </div>
      ))}
    </Alert>
  );
}
