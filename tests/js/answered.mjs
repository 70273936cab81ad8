/** What the scripts of the site say of jobs, each an act, a post and wishes; stands alone, so that a browser can be sent it. */
export const answered = async (rules, jobs, { link, check }) => {
  /** A stretch in characters, as Python counts; a browser counts some of them twice. */
  const counted = (post, stretch) => stretch?.map((place) => [...post.slice(0, place)].length) ?? null

  const verify = async (_, post, wishes) => {
    const { report, fixes, line } = await check(rules, post, wishes)
    const { findings, text: _text, ...rest } = report // what is blotted out counts otherwise, too
    const mended = fixes.map((fix) => {
      const [start, end] = counted(post, [fix.start, fix.end])
      return { ...fix, start, end }
    })
    const told = findings.map(({ at, cited_at, ...one }) => ({ ...one, at: counted(post, at), cited_at: counted(post, cited_at) }))
    return { findings: told, ...rest, fixes: mended, line }
  }

  const done = []
  for (const [act, post, wishes] of jobs) done.push(await { link, verify }[act](rules, post, wishes))
  return done
}
