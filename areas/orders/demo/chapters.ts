import type { AreaChapters } from '../../../db/demo/chapters.ts';
import { ANDHERI, BANER, centres } from '../../../db/demo/places.ts';
import { writeDamageClaims } from './damage-claims.ts';
import { writeDispatch } from './dispatch.ts';
import { writeKitAllocations } from './kit-allocations.ts';
import { writeKitMappings } from './kit-mappings.ts';
import { writeKitOrders } from './kit-orders.ts';
import { writeOrdersCatalogue } from './orders-catalogue.ts';
import { writeProductPictures } from './product-pictures.ts';
import { writeStock } from './stock.ts';
import { writeUniformIndents } from './uniform-indents.ts';
import { writeUniformSets } from './uniform-sets.ts';
import { writeWowKits, writeWowModels } from './wow-kits.ts';
import { writeWowProducts } from './wow-products.ts';

export const chapters: AreaChapters = {
  rows: [
    {
      name: 'catalogue',
      after: ['network.network'],
      write: ({ client, today }) => writeOrdersCatalogue(client, today),
    },
    { name: 'kit-mappings', write: ({ client, today }) => writeKitMappings(client, today) },
    { name: 'uniform-sets', write: ({ client, today }) => writeUniformSets(client, today) },
    { name: 'wow-products', write: ({ client, today }) => writeWowProducts(client, today) },
    { name: 'product-pictures', write: ({ client, filesDir }) => writeProductPictures(client, filesDir) },
    { name: 'wow-models', write: ({ client }) => writeWowModels(client) },
  ],
  work: [
    {
      name: 'kit-allocations',
      write: ({ clock, database }) =>
        writeKitAllocations(
          database,
          centres.map(({ id }) => id),
          clock,
        ),
    },
    { name: 'stock', write: ({ clock, database }) => writeStock(database, clock) },
    {
      name: 'kit-orders',
      after: ['finance.late-fees'],
      write: async ({ clock, database, filesDir, hasMoney }) => {
        for (const id of [ANDHERI, BANER].filter(hasMoney)) {
          await writeKitOrders(database, id, clock);
          await writeDamageClaims(database, id, clock, filesDir);
        }
      },
    },
    {
      name: 'dispatch',
      write: ({ clock, database, hasMoney }) =>
        writeDispatch(database, [ANDHERI, BANER].filter(hasMoney), clock),
    },
    {
      name: 'wow-kits',
      after: ['finance.e-invoices-answered'],
      write: ({ clock, database, hasMoney }) => writeWowKits(database, clock, { ordered: hasMoney(ANDHERI) }),
    },
    {
      name: 'uniform-indents',
      write: async ({ clock, database, hasMoney }) => {
        for (const id of [ANDHERI, BANER].filter(hasMoney)) await writeUniformIndents(database, id, clock);
      },
    },
  ],
};
