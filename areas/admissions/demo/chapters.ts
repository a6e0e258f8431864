import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { centres } from '../../../db/demo/places.ts';
import { each } from '../../../db/demo/product.ts';
import { payForms } from './admission-money.ts';
import { writeAdmissions } from './admissions.ts';
import { writeRegistrations } from './registrations.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'admissions',
      after: ['enquiries.whatsapp-contacts', 'finance.fee-accounts'],
      write: ({ client, today }) => writeAdmissions(client, today),
    },
    { name: 'registrations', write: ({ client, today }) => writeRegistrations(client, today) },
  ],
  work: [
    {
      name: 'forms-paid',
      after: ['finance.fees-paid'],
      write: ({ database, hasMoney, today }) =>
        each(
          centres.filter(({ id }) => hasMoney(id)),
          async (centre) => {
            await payForms(database, centre, today);
          },
        ),
    },
  ],
};
