import { ordersModules as m } from '../modules.ts';
import { uniformSetContract } from './uniform-set.contract.ts';
import { uniformSets } from './uniform-set.listing.ts';
import { uniformStyleContract } from './uniform-style.contract.ts';

export const uniformScreens = {
  '/uniform/listUniformKitMapping': { title: 'Uniform sets', module: m.ProductUniformKitMapping },
  '/uniform/editUnifromProductApparel/{productApparelID}': {
    title: 'Style of uniform',
    module: m.ProductUniformKitMapping,
    write: true,
  },
} as const;

/** Which uniforms a child gets, and whom each size fits. */
export const uniformSlice = {
  contracts: [uniformSets.endpoints, uniformSetContract, uniformStyleContract],
} as const;
