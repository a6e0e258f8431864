import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { networkModules } from '../network-modules.ts';
import { franchiseeContract } from './franchisee.contract.ts';

type Franchisee = OutputOf<typeof franchiseeContract.view>;

const models = [
  { value: 'FOFO', label: 'Franchise owned (FOFO)' },
  { value: 'COCO', label: 'Company owned (COCO)' },
];
const register = [{ label: 'Franchisees', to: '/franchisee' }];

export function CreateFranchisee() {
  const navigate = useNavigate();
  const form = useForm(franchiseeContract.create, {
    start: { model: 'FOFO' },
    draft: 'franchisee-new',
    onDone: ({ id, label }) => {
      notice.ok(`Centre ${label} created.`);
      void navigate(`/franchisee/view/${id}`);
    },
  });
  return (
    <PageFrame title="New franchisee" crumbs={register}>
      <Form form={form}>
        <RegisterFields />
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
        Choose a centre in the bar on the right to change its data.
      </PageFrame>
    );
  return (
    <QueryState query={query}>
      {(franchisee) =>
        session.holds(networkModules.Franchisee, true) ? (
          <EditRegister franchisee={franchisee} />
        ) : (
          <EditOwn franchisee={franchisee} />
        )
      }
    </QueryState>
  );
}

function EditRegister({ franchisee }: { franchisee: Franchisee }) {
  const navigate = useNavigate();
  const {
    companyName,
    legalName,
    code,
    zoneId,
    cityId,
    brandId,
    address1,
    address2,
    landmark,
    pincode,
    lat,
    lng,
    phone,
    email,
    gstin,
    tan,
    udiseCode,
  } = franchisee;
  const start = {
    companyName,
    legalName,
    code,
    model: franchisee.model,
    zoneId,
    cityId,
    brandId,
    address1,
    address2,
    landmark,
    pincode,
    lat,
    lng,
    phone,
    email,
    gstin,
    tan,
    udiseCode,
  };
  const form = useForm(franchiseeContract.update, {
    start,
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
  const form = useForm(franchiseeContract.updateOwn, {
    start: { phone: franchisee.phone, email: franchisee.email },
    ifMatch: franchisee.version,
    onDone: () => {
      notice.ok('Saved.');
      void navigate('/franchisee/view');
    },
  });
  return (
    <PageFrame title={franchisee.label} context="centre">
      <Form form={form}>
        <Section title="How parents reach you" help="Name, place and tax data are kept by head office.">
          <Stack>
            <Field name="phone" kind="phone" label="Phone" optional />
            <Field name="email" kind="email" label="E-mail" optional />
          </Stack>
        </Section>
        <SaveBar label="Save" />
      </Form>
    </PageFrame>
  );
}

function RegisterFields({
  names = {},
}: {
  names?: { zone?: string | null; city?: string | null; brand?: string | null };
}) {
  return (
    <Stack gap="lg">
      <Section title="Basics">
        <Stack>
          <Field name="companyName" kind="text" label="Company name" max={120} autoFocus />
          <Field name="legalName" kind="text" label="Legal name" optional max={120} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Field name="code" kind="text" label="Code" optional max={20} />
            <Field name="model" kind="choice" label="Model" options={models} />
            <Field
              name="brandId"
              kind="reference"
              to="brand"
              label="Brand"
              optional
              {...labelOf(names.brand)}
            />
            <Field name="zoneId" kind="reference" to="zone" label="Zone" optional {...labelOf(names.zone)} />
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title="Place">
        <Stack>
          <Field name="cityId" kind="reference" to="city" label="City" {...labelOf(names.city)} />
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
      <Section title="Contact and tax">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="phone" kind="phone" label="Phone" optional />
          <Field name="email" kind="email" label="E-mail" optional />
          <Field name="gstin" kind="text" label="GSTIN" optional max={15} />
          <Field name="tan" kind="text" label="TAN" optional max={10} />
          <Field name="udiseCode" kind="text" label="UDISE code" optional max={11} />
        </SimpleGrid>
      </Section>
    </Stack>
  );
}

const labelOf = (name: string | null | undefined): { chosenLabel?: string } =>
  name ? { chosenLabel: name } : {};
