export const uniformLoads = {
  '/uniform/listUniformKitMapping': () => import('./uniform-list.tsx').then((m) => m.UniformList),
  '/uniform/editUnifromProductApparel/{productApparelID}': () =>
    import('./style-screen.tsx').then((m) => m.StyleScreen),
};
