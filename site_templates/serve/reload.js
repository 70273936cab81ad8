// Only under `kb serve`: when the site was built again, every open page shows it, as a whole and by itself.

const PAUSE = 700 // milliseconds between two looks
const MOST = 20_000 // that a new state may take to be stored

const built = async () => (await fetch('/.built', { cache: 'no-store' })).text()

const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time) })

/** Wait until a worker is in one of these states; it may never be. */
const until = (worker, ...states) => Promise.race([pause(MOST), new Promise((resolve) => {
  const look = () => { if ([...states, 'redundant'].includes(worker.state)) resolve() }
  worker.addEventListener('statechange', look)
  look()
})])

/** Let the worker take over the new state, if one keeps this site. */
const takeOver = async () => {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update()
  const worker = registration?.installing ?? registration?.waiting
  if (!worker) return
  await until(worker, 'installed', 'activating', 'activated')
  worker.postMessage({ task: 'takeOver' }, [new MessageChannel().port2])
  await until(worker, 'activated')
}

const watch = async () => {
  let shown
  for (;;) {
    const now = await built().catch(() => shown) // the server ended, or begins again
    if (shown !== undefined && now !== shown) {
      await takeOver().catch(() => {})
      location.reload()
      return
    }
    shown = now
    await pause(PAUSE)
  }
}

watch()
